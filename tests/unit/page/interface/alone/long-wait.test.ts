import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../../protocol/host/player-state.ts';
import { LongWait, LONG_WAIT_MS } from '../../../../../src/page/interface/alone/long-wait.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

const WAITING = { waiting: true, state: PLAYER_STATE.buffering };
const PLAYING = { waiting: false, state: PLAYER_STATE.playing };

test('a wait of a second is reported once as long, and ends when playback continues', async () => {
  const clock = createFakeClock();
  let longs = 0;
  const wait = new LongWait(clock, () => (longs += 1));
  wait.follow(WAITING);
  await clock.advance(LONG_WAIT_MS - 1);
  wait.follow(WAITING);
  expect(wait.get()).toBe(false);
  await clock.advance(1);
  wait.follow(WAITING);
  expect([wait.get(), longs]).toEqual([true, 1]);
  wait.follow(PLAYING);
  expect([wait.get(), clock.pendingCount()]).toEqual([false, 0]);
});

test('a wait that ends within a second is not long, and does not shorten the second of the next wait', async () => {
  const clock = createFakeClock();
  let longs = 0;
  const wait = new LongWait(clock, () => (longs += 1));
  wait.follow(WAITING);
  await clock.advance(LONG_WAIT_MS - 1);
  wait.follow(PLAYING);
  wait.follow(WAITING);
  await clock.advance(LONG_WAIT_MS - 1);
  wait.end();
  expect([wait.get(), longs, clock.pendingCount()]).toEqual([false, 0, 0]);
});
