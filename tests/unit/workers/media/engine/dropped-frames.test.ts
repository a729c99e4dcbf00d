import { expect, test } from 'vitest';
import { DroppedFrames } from '../../../../../workers/media/engine/dropped-frames.ts';

const MINUTE_MS = 60_000;

/** Plays at a level with 25 frames a second, of which `droppedEach` are dropped. Returns whether the level is avoided. */
function play(frames: DroppedFrames, { seconds = 5, level = 2, droppedEach = 0, atMs = 0, total = 0, dropped = 0 }) {
  const verdicts: boolean[] = [];
  for (let second = 0; second <= seconds; second += 1) {
    const counts = { totalVideoFrames: total + 25 * second, droppedVideoFrames: dropped + droppedEach * second };
    verdicts.push(frames.check(counts, level, atMs + 1_000 * second));
  }
  return verdicts.includes(true);
}

test('a level that drops more than a tenth of its frames is avoided for a minute, together with the levels above it', () => {
  const frames = new DroppedFrames();
  expect(play(frames, { droppedEach: 2 })).toBe(false);
  expect(frames.bestLevel(0)).toBeUndefined();
  expect(play(frames, { droppedEach: 3 })).toBe(true);
  expect(frames.bestLevel(5_000)).toBe(1);
  expect(frames.bestLevel(MINUTE_MS + 5_000)).toBeUndefined();
});

test('a level that drops frames again is avoided for twice as long, at most for 16 minutes', () => {
  const frames = new DroppedFrames();
  const lasted = [1, 2, 3, 4, 5, 6].map((time) => {
    const atMs = time * 100 * MINUTE_MS;
    frames.interrupt();
    play(frames, { droppedEach: 10, seconds: 4, atMs });
    for (let minutes = 1; ; minutes += 1)
      if (frames.bestLevel(atMs + 4_000 + minutes * MINUTE_MS) === undefined) return minutes;
  });
  expect(lasted).toEqual([1, 2, 4, 8, 16, 16]);
});

test('a lower level that also drops frames is avoided for a minute the first time', () => {
  const frames = new DroppedFrames();
  play(frames, { level: 3, droppedEach: 10, seconds: 4 });
  play(frames, { level: 2, droppedEach: 10, seconds: 4, atMs: 10_000 });
  expect(frames.bestLevel(20_000)).toBe(1);
  expect(frames.bestLevel(80_000)).toBeUndefined();
});

test('the lowest level is never avoided', () => {
  const frames = new DroppedFrames();
  expect(play(frames, { level: 0, droppedEach: 20 })).toBe(false);
  expect(frames.bestLevel(0)).toBeUndefined();
});

test.each([
  ['a sample of few frames', { seconds: 3, droppedEach: 10 }],
  ['frames that were dropped before the level began', { seconds: 0, total: 1_000, dropped: 900 }],
])('a level is not avoided because of %s', (_, playing) => {
  expect(play(new DroppedFrames(), playing)).toBe(false);
});

test('a level is not avoided because of counts across an interruption or another source', () => {
  const frames = new DroppedFrames();
  frames.check({ totalVideoFrames: 0, droppedVideoFrames: 0 }, 2, 0);
  frames.interrupt();
  expect(frames.check({ totalVideoFrames: 500, droppedVideoFrames: 400 }, 2, 0)).toBe(false);
  expect(frames.check({ totalVideoFrames: 10, droppedVideoFrames: 0 }, 2, 0)).toBe(false);
  expect(frames.check({ totalVideoFrames: 60, droppedVideoFrames: 40 }, 2, 0)).toBe(false);
});
