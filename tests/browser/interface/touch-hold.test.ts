import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { drawn, textsOf } from './support/elements.ts';
import { finger, mouse, type Point } from './support/real-pointers.ts';
import { HUNDRED } from './support/seek-parts.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

const PLACE: Point = [320, 60];
const HOLD_MS = 500;

/** Playing, in a player that obeys changes of the speed. */
async function showPlaying(rate = 1): Promise<ShownPlayer> {
  const shown = await showPlayer(HUNDRED);
  const { player } = shown;
  const { response } = player;
  player.response = (command) => {
    if (command.name === 'setPlaybackRate') player.set({ playbackRate: command.arguments[0] });
    return response(command);
  };
  player.goTo(PLAYER_STATE.playing, { position: { seconds: 50, atMs: 0, rate }, playbackRate: rate });
  return shown;
}

const rateOf = ({ player }: ShownPlayer): number => player.getSnapshot().playbackRate;

test('a finger that is held for half a second plays at double speed until it is lifted', async () => {
  const shown = await showPlaying();
  await finger.down(PLACE);
  await shown.clock.advance(HOLD_MS - 1);
  expect(rateOf(shown)).toBe(1);
  await shown.clock.advance(1);
  expect(rateOf(shown)).toBe(2);
  await finger.up();
  expect(rateOf(shown)).toBe(1);
});

test('the speed is shown for as long as the finger is held, and goes with it', async () => {
  const shown = await showPlaying();
  await finger.down(PLACE);
  await shown.clock.advance(HOLD_MS);
  await until(() => textsOf('.notice')).toEqual(['2× speed']);
  await shown.clock.advance(60_000);
  await until(() => textsOf('.notice')).toEqual(['2× speed']);
  await finger.up();
  await until(() => drawn('.notice')).toEqual([]);
});

test('the viewer’s own speed is back afterwards, and is not taken for a new choice', async () => {
  const shown = await showPlaying(1.5);
  await finger.down(PLACE);
  await shown.clock.advance(HOLD_MS);
  await finger.up();
  expect(rateOf(shown)).toBe(1.5);
  expect(shown.commands('setPlaybackRate')).toEqual([]);
});

test('a finger that moves before that scrolls the page, at the usual speed', async () => {
  const shown = await showPlaying();
  await finger.down(PLACE);
  await finger.moveTo([PLACE[0], PLACE[1] + 40]);
  await shown.clock.advance(HOLD_MS);
  expect(rateOf(shown)).toBe(1);
});

test('a finger that trembles is still held', async () => {
  const shown = await showPlaying();
  await finger.down(PLACE);
  for (const [right, down] of [
    [4, 0],
    [0, 5],
    [-6, -4],
  ] as const)
    await finger.moveTo([PLACE[0] + right, PLACE[1] + down]);
  await shown.clock.advance(HOLD_MS);
  expect(rateOf(shown)).toBe(2);
});

test('a finger that begins to scroll in the middle of a hold ends it', async () => {
  const shown = await showPlaying();
  await finger.down(PLACE);
  await shown.clock.advance(HOLD_MS);
  for (const down of [10, 30, 60]) await finger.moveTo([PLACE[0], PLACE[1] + down]);
  expect(rateOf(shown)).toBe(1);
  await until(() => drawn('.notice')).toEqual([]);
});

test('a second finger ends the hold, since two of them pinch', async () => {
  const shown = await showPlaying();
  await finger.down(PLACE);
  await shown.clock.advance(HOLD_MS);
  await finger.down([400, 100], 2);
  expect(rateOf(shown)).toBe(1);
});

test('on a paused video a held finger changes and says nothing', async () => {
  const shown = await showPlaying();
  shown.player.goTo(PLAYER_STATE.paused, { position: { seconds: 50, atMs: 0, rate: 0 } });
  await finger.down(PLACE);
  await shown.clock.advance(HOLD_MS);
  expect([rateOf(shown), drawn('.notice')]).toEqual([1, []]);
});

test('a mouse that is held changes no speed', async () => {
  const shown = await showPlaying();
  await mouse.press(PLACE);
  await shown.clock.advance(HOLD_MS);
  expect(rateOf(shown)).toBe(1);
});

test('a held finger opens no menu, which would hide the picture', async () => {
  const { media, root } = await showPlaying();
  const askForMenu = (): boolean =>
    media.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 320, clientY: 60 }));
  await finger.down(PLACE);
  expect([askForMenu(), root.dataset['attention']]).toEqual([false, 'lingering']);
});

test('a hold and a quick tap after it are no double tap', async () => {
  const shown = await showPlaying();
  await finger.down([600, 60]);
  await shown.clock.advance(HOLD_MS);
  await finger.up();
  await shown.clock.advance(100);
  await finger.tap([600, 60]);
  await shown.clock.advance(1_000);
  expect(shown.commands('seekTo')).toEqual([]);
});
