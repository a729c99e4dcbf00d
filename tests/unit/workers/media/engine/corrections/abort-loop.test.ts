import type { PlaylistLevelType } from 'hls.js';
import { expect, test } from 'vitest';
import { AbortLoop } from '../../../../../../workers/media/engine/corrections/abort-loop.ts';

const segment = (sn: number, level = 0, type = 'main') => ({ sn, level, type: type as PlaylistLevelType });
const abortsUntilLoop = (loop: AbortLoop, one = segment(7)): number => {
  for (let count = 1; count < 100; count += 1) if (loop.note(one)) return count;
  return 0;
};

test('six aborts of one segment in a row are a loop, and then the count starts again', () => {
  const loop = new AbortLoop();
  expect([abortsUntilLoop(loop), abortsUntilLoop(loop)]).toEqual([6, 6]);
});

test.each([segment(8), segment(7, 1), segment(7, 0, 'audio')])('alternating aborts with %o are no loop', (other) => {
  const loop = new AbortLoop();
  for (let round = 0; round < 50; round += 1) expect([loop.note(segment(7)), loop.note(other)]).toEqual([false, false]);
});

test('an arrived segment resets the count of aborts', () => {
  const loop = new AbortLoop();
  for (let count = 0; count < 5; count += 1) loop.note(segment(7));
  loop.end();
  expect(loop.note(segment(7))).toBe(false);
});
