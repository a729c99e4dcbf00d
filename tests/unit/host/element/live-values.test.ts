import { expect, test, vi } from 'vitest';
import type { PlayerStateName } from '../../../../src/host/client/types.ts';
import { WantedValues } from '../../../../src/host/element/live-values.ts';

function setUp({ state = 'playing' as PlayerStateName, isPaused = false } = {}) {
  const info = { currentTime: 3, volume: 40, muted: true, rate: 1, state };
  const settle: { resolve: () => void; reject: (error: unknown) => void }[] = [];
  const told: [string, unknown?][] = [];
  const command =
    (name: string) =>
    (...given: [value?: unknown]): Promise<void> => {
      told.push([name, ...given]);
      return new Promise((resolve, reject) => void settle.push({ resolve, reject }));
    };
  const warnings: string[] = [];
  const player = {
    info,
    ...{ seek: command('seek'), pause: command('pause'), setRate: command('setRate') },
    ...{ setVolume: command('setVolume'), mute: command('mute'), unmute: command('unmute') },
  };
  const values = new WantedValues(
    (message) => void warnings.push(message),
    () => isPaused,
  );
  return { values, player, info, told, settle, warnings };
}

test('a value set before a player exists is read back, and is sent to the player later', () => {
  const { values, player, told } = setUp();
  values.set('volume', 0.5, null);
  values.set('muted', false, null);
  expect([values.read('volume', undefined), values.read('muted', undefined)]).toEqual([0.5, false]);
  expect(values.read('playbackRate', undefined)).toBe(1);
  values.tellAll(player);
  expect(told).toEqual([['setVolume', 50], ['unmute']]);
});

test('a value is read as it was set until the player has executed its command', async () => {
  const { values, player, info, settle } = setUp();
  values.set('volume', 0.9, player);
  expect(values.read('volume', info)).toBe(0.9);
  settle[0]?.resolve();
  await vi.waitFor(() => expect(values.read('volume', info)).toBe(0.4));
});

test.each([
  ['cued', true, [['seek', 5], ['pause']]],
  ['ended', true, [['seek', 5], ['pause']]],
  ['paused', true, [['seek', 5]]],
  ['playing', false, [['seek', 5]]],
  // The host page has just requested playback.
  ['cued', false, [['seek', 5]]],
  // The player starts by its attribute autoplay, which the element has not been notified of yet.
  ['buffering', true, [['seek', 5]]],
] as const)(
  'currentTime set on an element whose player is %s and paused is %s gives the player the commands %j',
  (state, isPaused, expected) => {
    const { values, player, told } = setUp({ state, isPaused });
    values.set('currentTime', 5, player);
    expect(told).toEqual(expected);
  },
);

test('a player that replaces another gets the values that differ from the defaults', () => {
  const { values, player, info, told } = setUp();
  values.keep(info);
  expect(values.get('currentTime')).toBe(3);
  expect(values.reached('currentTime', 3)).toBe(true);
  expect(values.get('currentTime')).toBeUndefined();
  values.tellAll(player);
  expect(told).toEqual([['setVolume', 40], ['mute']]);
});

test.each([
  ['destroyed', [], 5],
  ['replaced', [], 3],
  ['refused', ['Oriel: why'], 3],
] as const)('a value whose command fails as %s warns with %j and reads %d', async (code, expected, seconds) => {
  const { values, player, info, settle, warnings } = setUp();
  const onEnd = vi.fn();
  values.set('currentTime', 5, player, onEnd);
  settle[0]?.reject(Object.assign(new Error('why'), { code }));
  await vi.waitFor(() => expect(values.read('currentTime', info)).toBe(seconds));
  expect([onEnd.mock.calls.length, warnings]).toEqual([code === 'destroyed' ? 0 : 1, expected]);
});

test.each([
  ['volume', 2, RangeError],
  ['volume', -0.1, RangeError],
  ['volume', 'loud', TypeError],
  ['currentTime', Number.NaN, TypeError],
  ['playbackRate', Number.POSITIVE_INFINITY, TypeError],
] as const)('%s = %s throws and changes nothing', (name, value, kind) => {
  const { values, player, info, told } = setUp();
  expect(() => values.set(name, value, player)).toThrow(kind);
  expect(values.read('volume', info)).toBe(0.4);
  expect(told).toEqual([]);
});
