import { beforeEach, expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { ACTIVATION_MS } from '../../../src/page/interface/picture-in-picture/picture-in-picture.ts';
import { notices } from '../../../src/page/interface/shared/notices.ts';
import { READY_STATE } from '../../../src/page/player/stream/media-element.ts';
import { all, boxOf, drawn, find, middleOf, textsOf } from './support/elements.ts';
import { give } from './support/give.ts';
import { mouse } from './support/real-pointers.ts';
import { HUNDRED } from './support/seek-parts.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

const BUTTON = '[data-icon="pictureInPicture"]';

beforeEach(() => give(document, 'pictureInPictureEnabled', true));

/** Playing in its own window, over the poster of the page. */
async function showCover(...[patch, options]: Parameters<typeof showPlayer>): Promise<ShownPlayer> {
  const shown = await showPlayer({ ...HUNDRED, ...patch }, options);
  const poster = document.createElement('div');
  poster.className = 'poster';
  poster.innerHTML = '<img alt="">';
  shown.media.after(poster);
  shown.player.goTo(PLAYER_STATE.playing, { pictureInPicture: true });
  await until(() => all('.window-cover').length).toBe(1);
  return shown;
}

test('the picture-in-picture button opens and closes the window, and exposes its state by aria-pressed', async () => {
  const { commands, player } = await showPlayer(HUNDRED);
  expect([find(BUTTON).ariaLabel, find(BUTTON).ariaPressed]).toEqual(['Picture-in-picture', 'false']);
  await mouse.click(middleOf(BUTTON));
  expect(commands('setPictureInPicture')).toEqual([[true]]);
  player.set({ pictureInPicture: true });
  await until(() => find(BUTTON).ariaPressed).toBe('true');
  await mouse.click(middleOf(BUTTON));
  expect(commands('setPictureInPicture')).toEqual([[true], [false]]);
});

test.each([
  ['a viewer shows a notice', 'viewer', 'That didn’t work. Try again in a moment.'],
  ['a host shows no notice', 'host', undefined],
] as const)('a refused request for picture-in-picture by %s', async (_, source, notice) => {
  const { media, given, features } = await showPlayer(HUNDRED, { control: { lastSourceOf: () => source } });
  const refusal = new DOMException('no gesture', 'NotAllowedError');
  Object.assign(media, { requestPictureInPicture: () => Promise.reject(refusal) });
  give(media, 'readyState', READY_STATE.metadata);
  await expect(given.playback.pictureInPicture.show(true)).rejects.toBe(refusal);
  expect(features.get(notices).get()?.text).toBe(notice);
});

test.each([
  ['has metadata', ({ media }: ShownPlayer) => media.dispatchEvent(new Event('loadedmetadata'))],
  ['would lose the permission of the press', ({ clock }: ShownPlayer) => clock.advance(ACTIVATION_MS)],
])('picture-in-picture requested while the element reloads its source waits until the element %s', async (_, begin) => {
  const shown = await showPlayer(HUNDRED);
  let requests = 0;
  Object.assign(shown.media, { requestPictureInPicture: () => Promise.resolve((requests += 1)) });
  const request = shown.given.playback.pictureInPicture.show(true);
  expect(requests).toBe(0);
  await begin(shown);
  await request;
  expect(requests).toBe(1);
});

test('during picture-in-picture the page shows the dimmed poster, says where the video plays, and has a button that ends it', async () => {
  const { commands } = await showCover();
  expect(textsOf('.window-cover p')).toEqual(['Playing in picture-in-picture']);
  expect([drawn('.poster').length, getComputedStyle(find('.poster img')).opacity]).toEqual([1, '0.35']);
  await mouse.click(middleOf('.window-cover button'));
  expect(commands('setPictureInPicture')).toEqual([[false]]);
});

test.each([
  ['with an end screen, which takes the page', '', 0],
  ['without one', 'endscreen=0', 1],
])('at the end of the video, %s', async (_, query, covers) => {
  const { player } = await showCover({}, { query });
  player.goTo(PLAYER_STATE.ended, { pictureInPicture: true });
  await until(() => all('.window-cover').length).toBe(covers);
});

test('the message of picture-in-picture is announced, and the focus stays where it is', async () => {
  const { player } = await showPlayer(HUNDRED);
  find('.bar-play').focus();
  player.set({ pictureInPicture: true });
  await until(() => textsOf('.window-cover [role="status"]')).toEqual(['Playing in picture-in-picture']);
  expect(document.activeElement).toBe(find('.bar-play'));
});

test.each([
  [200, 113],
  [320, 180],
  [344, 194],
  [640, 360],
  [1280, 720],
])('at %i × %i px the button that ends picture-in-picture can be pressed, above the bar', async (width, height) => {
  await showCover(HUNDRED, { size: [width, height] });
  const { left, top, right, bottom } = boxOf('.window-cover button');
  expect([left >= 0, top >= 0, right <= width, bottom <= boxOf('.control-bar').top]).toEqual([true, true, true, true]);
  const met = document.elementFromPoint(...middleOf('.window-cover button'));
  expect(met).toBe(find('.window-cover button'));
});
