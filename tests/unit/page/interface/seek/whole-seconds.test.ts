import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../../protocol/host/player-info.ts';
import { WholeSeconds } from '../../../../../src/page/interface/seek/whole-seconds.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createFakePlayer, FILM } from '../../../../support/fake-player.ts';

function watch() {
  const clock = createFakeClock();
  const player = createFakePlayer({ video: FILM, durationSeconds: 100 });
  player.goTo(PLAYER_STATE.playing, { position: { seconds: 0, atMs: clock.monotonicNow(), rate: 1 } });
  const view = { isShown: true, changed: () => undefined as void };
  const seconds = new WholeSeconds(player, clock, {
    isVisible: () => view.isShown,
    subscribe: (listener) => {
      view.changed = listener;
      return () => undefined;
    },
  });
  return { clock, player, seconds, view };
}

test('all subscribers to the time are called together, once a second', async () => {
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

test('with hidden controls no subscriber is called and no timer runs; shown again they are at once', async () => {
  const { clock, seconds, view } = watch();
  view.isShown = false;
  const told: number[] = [];
  seconds.subscribe(() => told.push(seconds.get()));
  await clock.advance(3_000);
  expect(told).toEqual([]);
  expect(clock.pendingCount()).toBe(0);
  view.isShown = true;
  view.changed();
  await clock.advance(1_000);
  expect(told).toEqual([3, 4]);
  view.isShown = false;
  view.changed();
  expect(clock.pendingCount()).toBe(0);
});
