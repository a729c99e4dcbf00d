import { expect, test } from 'vitest';
import type { PlayerErrorCode } from '../../../../../protocol/errors.ts';
import { succeed } from '../../../../../protocol/runtime/outcome.ts';
import { PLAYER_STATE } from '../../../../../protocol/host/player-state.ts';
import { BACK_ONLINE_MS, Connection } from '../../../../../src/page/interface/errors/connection.ts';
import { retryWithNetwork } from '../../../../../src/page/interface/errors/network-retry.ts';
import type { PlayerErrorSnapshot } from '../../../../../src/page/player/player.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createFakePlayer } from '../../../../support/fake-player.ts';

const { playing, paused, cued, buffering, unstarted } = PLAYER_STATE;

interface OpenOptions {
  readonly wasUnreached?: boolean;
  readonly error?: PlayerErrorSnapshot | null;
}

function open(onLine = true, { wasUnreached = false, error = null }: OpenOptions = {}) {
  const clock = createFakeClock();
  const browser = Object.assign(new EventTarget(), { navigator: { onLine } as Navigator });
  const connection = new Connection({
    window: browser,
    clock,
    wasUnreached,
    reportError(error) {
      throw error;
    },
  });
  const player = createFakePlayer(error === null ? { state: playing } : { state: unstarted, error });
  const retries: string[] = [];
  retryWithNetwork({
    player,
    connection,
    control: {
      retry() {
        retries.push('retry');
        player.set({ error: null });
        return succeed(undefined);
      },
    },
  });
  const go = (type: 'online' | 'offline'): void => void browser.dispatchEvent(new Event(type));
  const fail = (code: PlayerErrorCode, retryable = true): void =>
    player.goTo(unstarted, { error: { code, title: '', advice: '', retryable } });
  return { clock, connection, player, retries, go, fail };
}

test('the return of the network is mentioned for three seconds, and a new loss ends that', async () => {
  const { clock, connection, go } = open();
  expect(connection.get()).toBe('online');
  go('offline');
  expect(connection.get()).toBe('offline');
  go('online');
  await clock.advance(BACK_ONLINE_MS - 1);
  expect(connection.get()).toBe('back');
  await clock.advance(1);
  expect(connection.get()).toBe('online');
  go('offline');
  go('online');
  go('offline');
  await clock.advance(BACK_ONLINE_MS);
  expect(connection.get()).toBe('offline');
});

test('an interface that could not be loaded begins with the return of the network, and retries', async () => {
  const error = { code: 'net.connect', title: '', advice: '', retryable: true } as const;
  const { clock, connection, retries } = open(true, { wasUnreached: true, error });
  expect(connection.get()).toBe('back');
  expect(retries).toEqual(['retry']);
  await clock.advance(BACK_ONLINE_MS);
  expect(connection.get()).toBe('online');
});

test('an interface that loads at once retries nothing by itself', () => {
  const { retries } = open(true, { error: { code: 'net.connect', title: '', advice: '', retryable: true } });
  expect(retries).toEqual([]);
});

test('an event that a browser repeats is no return, and a page may begin without a network', () => {
  const { connection, go } = open();
  go('online');
  expect(connection.get()).toBe('online');
  expect(open(false).connection.get()).toBe('offline');
});

test.each(['net.connect', 'net.timeout', 'net.unknown', 'net.offline', 'heartbeat.net'] as const)(
  'an error %s ends once, with the return of the network',
  (code) => {
    const { player, retries, go, fail } = open();
    go('offline');
    fail(code);
    expect(retries).toEqual([]);
    go('online');
    expect(retries).toEqual(['retry']);
    expect(player.executed).toEqual([]);
    fail(code);
    expect(retries).toEqual(['retry']);
  },
);

test.each([
  ['a server has answered', 'net.badstatus', true],
  ['that cannot be retried', 'net.connect', false],
  ['of the video itself', 'fmt.decode', true],
] as const)('an error %s stays', (_what, code, retryable) => {
  const { retries, go, fail } = open();
  go('offline');
  fail(code, retryable);
  go('online');
  expect(retries).toEqual([]);
});

test.each([
  [paused, ['pauseVideo']],
  [cued, ['pauseVideo']],
  [buffering, []],
] as const)('a video that was in state %i before the error does not begin to play by itself', (state, commands) => {
  const { player, go, fail } = open();
  player.goTo(state);
  go('offline');
  fail('net.connect');
  go('online');
  expect(player.executed.map(({ command }) => command.name)).toEqual(commands);
});
