import { expect, test } from 'vitest';
import { CuePoints } from '../../../src/host/client/cue-points.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

/** Cue points of a video that plays by the fake clock. */
function subject() {
  const clock = createFakeClock();
  let from = { seconds: 0, atMs: 0, rate: 0 };
  const position = () => ({
    seconds: from.seconds + ((clock.monotonicNow() - from.atMs) / 1_000) * from.rate,
    rate: from.rate,
  });
  const points = new CuePoints({ clock, position });
  const reached: number[] = [];
  return {
    clock,
    points,
    reached,
    add: (seconds: number) => points.add(seconds, () => reached.push(seconds)),
    /** The frame reports its position and speed. */
    tell(rate: number, seconds = position().seconds) {
      from = { seconds, atMs: clock.monotonicNow(), rate };
      points.check();
    },
  };
}

test('a cue point is called to the millisecond when playback reaches it, without unnecessary timers', async () => {
  const { clock, reached, add, tell } = subject();
  add(2);
  add(1);
  expect(clock.pendingCount()).toBe(0);
  tell(1);
  await clock.advance(999);
  expect(reached).toEqual([]);
  await clock.advance(1);
  expect(reached).toEqual([1]);
  await clock.advance(1_000);
  expect(reached).toEqual([1, 2]);
  expect(clock.pendingCount()).toBe(0);
});

test('the delay of a cue point is divided by the speed and does not run during a pause', async () => {
  const { clock, reached, add, tell } = subject();
  add(4);
  tell(2);
  await clock.advance(1_500);
  tell(0);
  await clock.advance(10_000);
  expect(reached).toEqual([]);
  tell(2);
  await clock.advance(500);
  expect(reached).toEqual([4]);
});

test('a cue point that a seek has passed is not called, but is called when playback passes it', async () => {
  const { clock, reached, add, tell } = subject();
  add(5);
  tell(1);
  await clock.advance(250);
  tell(1, 10);
  await clock.advance(250);
  expect(reached).toEqual([]);
  tell(1, 4.5);
  await clock.advance(500);
  expect(reached).toEqual([5]);
  tell(1, 4.9);
  await clock.advance(100);
  expect(reached).toEqual([5, 5]);
});

test('cue points passed by one late position report are called in order of time', async () => {
  const { clock, points, reached, add, tell } = subject();
  add(0.6);
  add(0.3);
  tell(0);
  await clock.advance(800);
  tell(1, 0.8);
  expect(reached).toEqual([0.3, 0.6]);
  points.clear();
  expect(clock.pendingCount()).toBe(0);
});

test('cue points have one timer while listeners add and remove cue points, and a removed cue point is not called', async () => {
  const { clock, points, reached, add, tell } = subject();
  const stopSecond = add(1.2);
  points.add(1, () => {
    stopSecond();
    add(3);
  });
  points.add(1.1, () => points.clear());
  add(1.3);
  tell(1);
  await clock.advance(1_050);
  expect(clock.pendingCount()).toBe(1);
  tell(1, 1.6);
  expect(reached).toEqual([]);
  expect(clock.pendingCount()).toBe(0);
});
