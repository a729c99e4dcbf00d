import { expect, test } from 'vitest';
import { refuseRangeChange } from '../../../../src/studio/preparation/range-changes.ts';
import type { RunTool } from '../../../../src/studio/preparation/run-tool.ts';
import { makeVideo, PICTURE } from './support.ts';

const SDR = ['bt709', 'bt709'] as const;
const UNMARKED = ['unknown', 'unknown'] as const;
const WIDE = ['bt2020', 'bt709'] as const;
const PQ = ['bt2020', 'smpte2084'] as const;
const HLG = ['bt2020', 'arib-std-b67'] as const;

type Kind = readonly [primaries: string, transfer: string];

/** Checks a file that begins at 1.25 s, with a key frame every two seconds, each of the next kind. */
function check(kinds: readonly Kind[], codec = 'hevc') {
  const run: RunTool = async (_, { onLine }) => {
    for (const [at, [primaries, transfer]] of kinds.entries())
      onLine?.(
        `frame|best_effort_timestamp_time=${at * 2 + 1.5}|color_primaries=${primaries}|color_transfer=${transfer}|side_data|`,
      );
  };
  return refuseRangeChange(makeVideo({ picture: { ...PICTURE, codec }, beginSeconds: 1.25, originSeconds: 0.25 }), run);
}

test.each<readonly [readonly Kind[], string]>([
  [[PQ, PQ, SDR, SDR], 'high dynamic range (HDR), and from 0:04 on of ordinary range (SDR)'],
  [[UNMARKED, HLG, UNMARKED], 'ordinary range (SDR), and from 0:02 on of high dynamic range (HDR)'],
  [[HLG, ['bt709', 'arib-std-b67']], 'high dynamic range (HDR), and from 0:02 on of ordinary range (SDR)'],
  [[WIDE, SDR], 'the wide colours of BT.2020, and from 0:02 on of ordinary range (SDR)'],
])('a file whose colour range changes is refused with the time of the change: %j', async (kinds, reason) => {
  await expect(check(kinds)).rejects.toThrow(`The pictures are of ${reason}: a video has one of them.`);
});

test('a change between colour ranges of the same conversion is accepted, and other codecs are not checked', async () => {
  await check([PQ, HLG, PQ]);
  await check([SDR, UNMARKED, ['smpte170m', 'smpte170m']]);
  await check([SDR, PQ], 'h264');
});
