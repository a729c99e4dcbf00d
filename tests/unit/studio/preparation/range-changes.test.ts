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

/** A file of HEVC that begins at 1.25 s, with a key frame of each kind every two seconds. */
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
])('a file whose range changes inside is refused with the place: %j', async (kinds, reason) => {
  await expect(check(kinds)).rejects.toThrow(`The pictures are of ${reason}: a video has one of them.`);
});

test('kinds that one conversion covers, and other codecs, are taken', async () => {
  await check([PQ, HLG, PQ]);
  await check([SDR, UNMARKED, ['smpte170m', 'smpte170m']]);
  await check([SDR, PQ], 'h264');
});
