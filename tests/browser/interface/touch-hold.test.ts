import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { drawn, textsOf } from './support/elements.ts';
import { finger, type Point } from './support/real-pointers.ts';
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

test('a notice shows the double speed until the held finger is lifted', async () => {
  const shown = await showPlaying();
  await finger.down(PLACE);
  await shown.clock.advance(HOLD_MS);
  await until(() => textsOf('.notice')).toEqual(['2× speed']);
  await shown.clock.advance(60_000);
  await until(() => textsOf('.notice')).toEqual(['2× speed']);
  await finger.up();
  await until(() => drawn('.notice')).toEqual([]);
});

test('the end of a hold restores the viewer’s own speed without a command', async () => {
  const shown = await showPlaying(1.5);
  await finger.down(PLACE);
  await shown.clock.advance(HOLD_MS);
  await finger.up();
  expect(rateOf(shown)).toBe(1.5);
  expect(shown.commands('setPlaybackRate')).toEqual([]);
});

test('a finger that moves by a few pixels still counts as held', async () => {
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

test('a held finger opens no menu, which would hide the picture', async () => {
  const { media, root } = await showPlaying();
  const askForMenu = (): boolean =>
    media.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 320, clientY: 60 }));
  await finger.down(PLACE);
  expect([askForMenu(), root.dataset['attention']]).toEqual([false, 'lingering']);
});
