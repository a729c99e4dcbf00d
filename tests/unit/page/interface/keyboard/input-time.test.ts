import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PLAYER_STATE } from '../../../../../protocol/host/player-state.ts';
import { listenForTouch } from '../../../../../src/page/interface/touch/touch.ts';
import { listenForKeys } from '../../../../../src/page/interface/keyboard/keyboard.ts';
import { KEY_ACTIONS } from '../../../../../src/page/interface/layout/key-table.ts';
import { createFeatures } from '../../../../../src/page/interface/shared/features.ts';
import { listenOnSurface } from '../../../../../src/page/interface/controls/surface.ts';
import type { PlayerSnapshot } from '../../../../../src/page/player/player.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createFakePlayer } from '../../../../support/fake-player.ts';
import { createFakeServices, fakeElement } from '../../../../support/fake-services.ts';

// Every command to the player carries the time of the input that caused it.

beforeEach(() => {
  // The event targets of these tests are not DOM elements.
  for (const name of ['Element', 'HTMLInputElement']) vi.stubGlobal(name, { [Symbol.hasInstance]: () => false });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function setUp(patch: Partial<PlayerSnapshot> = {}) {
  const clock = createFakeClock();
  const player = createFakePlayer({ durationSeconds: 100, ...patch });
  const document = Object.assign(new EventTarget(), { defaultView: null });
  const picture = fakeElement({ getBoundingClientRect: () => ({ left: 0, width: 100 }) });
  const features = createFeatures(
    createFakeServices({
      page: {
        root: fakeElement({ ownerDocument: document }),
        surface: [picture],
        clock,
        momentOf: ({ timeStamp }) => 1_000 + timeStamp,
      },
      playback: { player, control: player },
    }),
  );
  const { page, playback } = features;
  const others = player.subscriberCount();
  return {
    player,
    /** Number of seeks that wait for the duration of the video. */
    waiting: () => player.subscriberCount() - others,
    clock,
    document,
    picture,
    executed: () => player.executed.map(({ command, atMs }) => [command.name, command.arguments, atMs]),
    listenForKeys: (early: readonly Event[] = []) =>
      listenForKeys({ features, actions: KEY_ACTIONS, early: early as readonly KeyboardEvent[] }),
    listenOnPicture() {
      listenOnSurface([picture], {
        ...page,
        ...playback,
        attention: Object.assign(playback.attention, { isGivenUp: false }),
        hasPressed: false,
        offersFullscreen: true,
      });
      listenForTouch(features);
    },
  };
}

/** An event at `atMs` after the page's start. */
const eventAt = (atMs: number, type: string, details: object): Event =>
  Object.defineProperty(Object.assign(new Event(type, { cancelable: true }), details), 'timeStamp', { value: atMs });
const keyAt = (atMs: number, key: string): Event => eventAt(atMs, 'keydown', { key, code: '' });

test('the command of a key has the time at which the key was pressed', () => {
  const { document, listenForKeys, executed } = setUp();
  listenForKeys();
  document.dispatchEvent(keyAt(5, '6'));
  document.dispatchEvent(keyAt(6, 'k'));
  expect(executed()).toEqual([
    ['seekTo', [60, true], 1_005],
    ['playVideo', [], 1_006],
  ]);
});

test('a held key toggles playback once, and a held arrow seeks with every repetition', () => {
  const { document, listenForKeys, executed } = setUp({ position: { seconds: 50, atMs: 0, rate: 0 } });
  listenForKeys();
  for (const key of ['k', 'k', 'ArrowRight'])
    for (const repeat of [false, true])
      document.dispatchEvent(eventAt(executed().length, 'keydown', { key, code: '', repeat }));
  const names = executed().map(([name]) => name);
  expect(names.filter((name) => name === 'playVideo' || name === 'pauseVideo')).toHaveLength(2);
  expect(names.filter((name) => name === 'seekTo')).toHaveLength(2);
});

test('keys that were pressed before the interface was mounted run first, in order, each with its own time', () => {
  const { document, listenForKeys, executed } = setUp({ position: { seconds: 50, atMs: 0, rate: 0 } });
  listenForKeys([keyAt(1, '6'), keyAt(2, 'ArrowRight')]);
  document.dispatchEvent(keyAt(3, '0'));
  expect(executed()).toEqual([
    ['seekTo', [60, true], 1_001],
    ['seekTo', [55, true], 1_002],
    ['seekTo', [0, true], 1_003],
  ]);
});

test('a digit pressed before the duration is known is passed to the player as a fraction', () => {
  const { document, listenForKeys, executed, player } = setUp({ durationSeconds: 0 });
  listenForKeys();
  document.dispatchEvent(keyAt(5, '6'));
  expect(player.controlled).toEqual([['seekToFraction', 0.6, 'viewer', 1_005]]);
  expect(executed()).toEqual([]);
});

test('an arrow pressed before the duration is known seeks as soon as the duration is known', async () => {
  const { document, listenForKeys, executed, player, clock, waiting } = setUp({ durationSeconds: 0 });
  listenForKeys();
  document.dispatchEvent(keyAt(5, 'ArrowRight'));
  document.dispatchEvent(keyAt(6, 'l'));
  await clock.advance(0);
  expect(executed()).toEqual([]);
  player.set({ durationSeconds: 100, position: { seconds: 3, atMs: 0, rate: 0 } });
  player.set({ volume: 50 });
  await clock.advance(0);
  expect(executed()).toEqual([
    ['seekTo', [8, true], 1_005],
    ['seekTo', [13, true], 1_006],
  ]);
  expect(waiting()).toBe(0);
});

test.each([30, 0])('a seek key pressed before a live stream from %i s has a position waits for it', async (start) => {
  const video = { ...createFakePlayer().getSnapshot().video, isLive: true, allowLiveDvr: true };
  const { document, listenForKeys, executed, player, clock } = setUp({ durationSeconds: 0, video });
  listenForKeys();
  document.dispatchEvent(keyAt(5, 'j'));
  player.set({ seekable: [start, 90], durationSeconds: 90 });
  await clock.advance(0);
  expect(executed()).toEqual([]);
  player.set({ position: { seconds: 84, atMs: 0, rate: 0 } });
  await clock.advance(0);
  expect(executed()).toEqual([['seekTo', [74, true], 1_005]]);
});

test('the command of a click on the picture has the time of the click', () => {
  const { picture, listenOnPicture, executed } = setUp();
  listenOnPicture();
  picture.dispatchEvent(eventAt(7, 'pointerdown', { pointerType: 'mouse' }));
  picture.dispatchEvent(eventAt(8, 'click', {}));
  expect(executed()).toEqual([['playVideo', [], 1_008]]);
});

test.each([
  ['cued', [['playVideo', [], 1_008]]],
  ['playing', []],
  ['paused', []],
] as const)('a tap on a video that is %s runs %j, since only a tap on the poster plays', (state, expected) => {
  const { picture, listenOnPicture, executed } = setUp({ state: PLAYER_STATE[state] });
  listenOnPicture();
  picture.dispatchEvent(eventAt(7, 'pointerdown', { pointerType: 'touch', isPrimary: true, clientX: 50, clientY: 1 }));
  picture.dispatchEvent(eventAt(8, 'click', {}));
  expect(executed()).toEqual(expected);
});
