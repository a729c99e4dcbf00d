import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../../protocol/host/player-state.ts';
import { settle } from '../../../../support/fake-clock.ts';
import { openConnection as open } from './support.ts';

const { paused, cued, buffering, playing } = PLAYER_STATE;

test.each(['net.connect', 'net.timeout', 'net.unknown', 'net.offline', 'heartbeat.net'] as const)(
  'an error %s during a loss of the network is retried when the network returns',
  async (code) => {
    const { clock, player, retries, go, fail } = open();
    go('offline');
    fail(code);
    await clock.advance(60_000);
    expect(retries).toEqual([]);
    go('online');
    await settle();
    expect(retries).toHaveLength(1);
    expect(player.executed).toEqual([]);
  },
);

test.each([0, 1_000, 10_000, 80_000])(
  'a network error %i ms after the return of the network is retried at once',
  async (lateMs) => {
    const { clock, player, retries, go, fail } = open();
    go('offline');
    await clock.advance(10_000);
    go('online');
    await clock.advance(lateMs);
    fail('net.connect');
    await settle();
    expect([retries.length, player.getSnapshot().error]).toEqual([1, null]);
  },
);

test('a network error long after the return of the network is not retried', async () => {
  const { clock, retries, go, fail } = open();
  go('offline');
  go('online');
  await clock.advance(91_000);
  fail('net.connect');
  await clock.advance(60_000);
  expect(retries).toEqual([]);
});

test('repeated network errors are retried three times, after growing delays, and again after the next loss', async () => {
  const { clock, retries, go, fail } = open();
  go('offline');
  fail('net.connect');
  go('online');
  await settle();
  fail('net.connect');
  await clock.advance(2_000);
  fail('net.connect');
  await clock.advance(8_000);
  fail('net.connect');
  await clock.advance(60_000);
  expect(retries).toEqual([0, 2_000, 10_000]);
  go('offline');
  go('online');
  await settle();
  expect(retries).toHaveLength(4);
});

test('playback that starts before the next attempt cancels the attempt', async () => {
  const { clock, player, retries, go, fail } = open();
  go('offline');
  go('online');
  fail('net.connect');
  await settle();
  fail('net.connect');
  player.goTo(playing, { error: null });
  await clock.advance(60_000);
  expect(retries).toHaveLength(1);
});

test('a loss of the network before the next attempt postpones the attempt until the return', async () => {
  const { clock, retries, go, fail } = open();
  go('offline');
  go('online');
  fail('net.connect');
  await settle();
  fail('net.connect');
  go('offline');
  await clock.advance(60_000);
  expect(retries).toHaveLength(1);
  go('online');
  await settle();
  expect(retries).toHaveLength(2);
});

test.each([
  ['with a response of the server', 'net.badstatus', true],
  ['that cannot be retried', 'net.connect', false],
  ['of the video itself', 'fmt.decode', true],
] as const)('an error %s is not retried when the network returns', async (_what, code, retryable) => {
  const { clock, retries, go, fail } = open();
  go('offline');
  fail(code, retryable);
  go('online');
  await clock.advance(60_000);
  expect(retries).toEqual([]);
});

test.each([
  [paused, ['pauseVideo']],
  [cued, ['pauseVideo']],
  [buffering, []],
] as const)(
  'a video in the state %i before a network error runs the commands %j with its retry, so that only playback resumes',
  async (state, commands) => {
    const { player, go, fail } = open();
    player.goTo(state);
    go('offline');
    fail('net.connect');
    go('online');
    await settle();
    expect(player.executed.map(({ command }) => command.name)).toEqual(commands);
  },
);
