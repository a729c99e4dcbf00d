import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../../protocol/host/player-state.ts';
import { positionAt } from '../../../../../src/page/player/player.ts';
import { WholeSeconds } from '../../../../../src/page/interface/seek/whole-seconds.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createFakePlayer, VIDEO } from '../../../../support/fake-player.ts';

function watch() {
  const clock = createFakeClock();
  const player = createFakePlayer({ video: VIDEO, durationSeconds: 100 });
  player.goTo(PLAYER_STATE.playing, { position: { seconds: 0, atMs: clock.monotonicNow(), rate: 1 } });
  const view = { isShown: true, changed: () => undefined as void };
  const attention = {
    isShown: () => view.isShown,
    subscribe: (listener: () => void) => {
      view.changed = listener;
      return () => undefined;
    },
  };
  const document = Object.assign(new EventTarget(), { hidden: false });
  // The element lags behind the expected position by `lateSeconds`, as after a slow start.
  const element = { lateSeconds: 0 };
  const media = {
    get currentTime() {
      return positionAt(player.getSnapshot(), clock.monotonicNow()) - element.lateSeconds;
    },
  };
  const seconds = new WholeSeconds({ player, media, clock, attention, document });
  return { clock, player, element, seconds, view, document };
}

test('all subscribers to the shown second are called together, once a second', async () => {
  const { clock, seconds } = watch();
  const told: string[] = [];
  const stops = [
    seconds.subscribe(() => told.push(`time ${seconds.get()}`)),
    seconds.subscribe(() => told.push(`bar ${seconds.get()}`)),
  ];
  told.length = 0;
  await clock.advance(2_500);
  expect(told).toEqual(['time 1', 'bar 1', 'time 2', 'bar 2']);
  for (const stop of stops) stop();
  expect(clock.pendingCount()).toBe(0);
});

test('the second is reported every ten seconds while the controls are hidden, and at once when they are shown', async () => {
  const { clock, seconds, view } = watch();
  view.isShown = false;
  const told: number[] = [];
  seconds.subscribe(() => told.push(seconds.get()));
  await clock.advance(9_999);
  expect(told).toEqual([0]);
  await clock.advance(3_001);
  expect(told).toEqual([0, 10]);
  view.isShown = true;
  view.changed();
  await clock.advance(1_000);
  expect(told).toEqual([0, 10, 13, 14]);
  view.isShown = false;
  view.changed();
  await clock.advance(9_000);
  expect(told).toEqual([0, 10, 13, 14, 14]);
});

test.each([
  [1, 0.4, 600],
  [2, 0.4, 300],
  [0.25, 3.9, 400],
  [1.5, 7, 1_000 / 1.5],
])('at the speed %f from %f s the next second is reported after %f ms', async (rate, from, untilMs) => {
  const { clock, player, seconds } = watch();
  player.set({ position: { seconds: from, atMs: clock.monotonicNow(), rate } });
  const told: number[] = [];
  seconds.subscribe(() => told.push(seconds.get()));
  told.length = 0;
  await clock.advance(Math.floor(untilMs) - 1);
  expect(told).toEqual([]);
  await clock.advance(2);
  expect(told).toEqual([Math.floor(from) + 1]);
  expect(clock.pendingCount()).toBe(1);
});

test('a seek reports its second at once and the next second when it begins, and a pause stops the timer', async () => {
  const { clock, player, seconds } = watch();
  const told: number[] = [];
  seconds.subscribe(() => told.push(seconds.get()));
  await clock.advance(1_300);
  player.set({ position: { seconds: 50.7, atMs: clock.monotonicNow(), rate: 1 } });
  await clock.advance(300);
  player.set({ position: { seconds: 51, atMs: clock.monotonicNow(), rate: 0 } });
  expect(told).toEqual([0, 1, 50, 51, 51]);
  expect(clock.pendingCount()).toBe(0);
});

test('a hidden page has no timer, and reports the present second as soon as it is shown', async () => {
  const { clock, seconds, document } = watch();
  const told: number[] = [];
  seconds.subscribe(() => told.push(seconds.get()));
  document.hidden = true;
  document.dispatchEvent(new Event('visibilitychange'));
  await clock.advance(30_400);
  expect(clock.pendingCount()).toBe(0);
  document.hidden = false;
  document.dispatchEvent(new Event('visibilitychange'));
  await clock.advance(600);
  expect(told).toEqual([0, 30, 31]);
});

test('a second is reported when the element reaches it, not when the extrapolated position does', async () => {
  const { clock, element, seconds } = watch();
  const told: number[] = [];
  seconds.subscribe(() => told.push(seconds.get()));
  element.lateSeconds = 0.25;
  await clock.advance(1_249);
  expect(told.at(-1)).toBe(0);
  await clock.advance(2);
  expect(told.at(-1)).toBe(1);
  expect(clock.pendingCount()).toBe(1);
});

test('the reported second does not go back when the element has lost its stream', async () => {
  const { clock, element, seconds } = watch();
  const told: number[] = [];
  seconds.subscribe(() => told.push(seconds.get()));
  await clock.advance(2_500);
  element.lateSeconds = 2.5;
  await clock.advance(500);
  expect(told).toEqual([0, 1, 2, 3]);
});
