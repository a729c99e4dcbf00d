import { expect, test } from 'vitest';
import type { RunTool } from '../../../../src/studio/preparation/run-tool.ts';
import { decodeSource, findDamage } from '../../../../src/studio/preparation/source-damage.ts';
import { makeVideo } from './support.ts';

const PICTURE = '[Parsed_showinfo_0 @ 0x1] [info] n:   0 pts:      0 pts_time:0.04 ';
const SOUND = '[Parsed_ashowinfo_0 @ 0x2] [info] n:0 pts:0 pts_time:1.5 ';
const PICTURE_ERROR = '[h264 @ 0x3] [error] error while decoding MB 3 4, bytestream 27';
const SOUND_ERROR = '[aac @ 0x4] [error] channel element 2.3 is not allocated';

/** Finds the damage of a recording whose decoder prints these lines. */
function damageAfter(lines: readonly string[], mayBeginAnywhere = true) {
  const run: RunTool = async (_, { onErrorLine }) => lines.forEach((line) => onErrorLine?.(line));
  return findDamage(makeVideo({ mayBeginAnywhere }), run);
}

test.each([
  ['pictures before the first picture', [PICTURE_ERROR, PICTURE, SOUND], null],
  [
    'pictures after the first picture, before the sound',
    [PICTURE, PICTURE_ERROR, SOUND],
    { errorCount: 1, firstSeconds: 0.04 },
  ],
  ['sound before the first sound, after a picture', [PICTURE, SOUND_ERROR, SOUND], null],
  ['sound after the first sound', [PICTURE, SOUND, SOUND_ERROR], { errorCount: 1, firstSeconds: 1.5 }],
])('decoder errors count as damage of a recording only after its start: %s', async (_, lines, expected) => {
  const damage = await damageAfter(lines);
  if (expected === null) expect(damage).toBeNull();
  else expect(damage).toMatchObject(expected);
});

test('an error before the first picture damages a file that is not a recording of a broadcast', async () => {
  expect(await damageAfter([PICTURE_ERROR, PICTURE], false)).toMatchObject({ errorCount: 1, firstSeconds: 0 });
});

test.each([
  ['the shape of pixels', 'sar:16/15 s:720x576', 'sar:64/45 s:720x576'],
  ['the size', 'sar:1/1 s:720x576', 'sar:1/1 s:640x576'],
])('the times at which %s changes are found', async (_, one, other) => {
  const lines = [one, one, other, other, one].map(
    (shape, at) => `[Parsed_showinfo_0 @ 0x1] [info] n:   ${at} pts:      0 pts_time:${at} fmt:yuv420p ${shape} i:P`,
  );
  const run: RunTool = async (_program, { onErrorLine }) => lines.forEach((line) => onErrorLine?.(line));
  expect((await decodeSource(makeVideo({ originSeconds: 0.5 }), run)).shapeChanges).toEqual([1.5, 3.5]);
});
