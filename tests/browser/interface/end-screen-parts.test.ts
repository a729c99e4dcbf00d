import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import type { RelatedVideo } from '../../../protocol/provider/player-response.ts';
import { makePlaylist } from '../../../src/page/player/videos/playlist.ts';
import { VIDEO } from '../../support/fake-player.ts';
import { all, boxOf, drawn, find, middleOf, textsOf } from './support/elements.ts';
import { finger, mouse, type Point } from './support/real-pointers.ts';
import { HUNDRED } from './support/seek-parts.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

const DOT = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
const RELATED: readonly RelatedVideo[] = [
  { videoId: 'orielmp4001', title: 'One file', author: 'Ada', channelId: 'own', lengthSeconds: 3_728, posterUrl: DOT },
  { videoId: 'orieldemo02', title: 'عوالم (2)', author: '', channelId: 'own', lengthSeconds: 0 },
];
const LINKED_VIDEO = { ...VIDEO, channelId: 'own', related: RELATED };
const SCREEN = '.end-screen';

async function showEnd(...[patch, options]: Parameters<typeof showPlayer>): Promise<ShownPlayer> {
  const shown = await showPlayer({ ...HUNDRED, video: LINKED_VIDEO, ...patch }, options);
  await until(() => all('.control-bar').length).toBe(1);
  shown.player.goTo(PLAYER_STATE.ended, { position: { seconds: 100, atMs: 0, rate: 0 } });
  await until(() => drawn(SCREEN).length).toBe(1);
  return shown;
}

let shown: ShownPlayer;

beforeEach(async () => {
  shown = await showEnd();
});

test('a suggestion shows its picture with the length, and reads title and author first', () => {
  const [first, second] = all('.end-card');
  expect(first?.textContent).toBe('One fileAda1:02:08');
  expect(first?.querySelector('img')).toMatchObject({ src: DOT, alt: '' });
  expect(second?.querySelectorAll('.end-length, .end-author, img')).toHaveLength(0);
});

test('titles are written in their own direction', () => {
  for (const title of all('.end-title')) expect(getComputedStyle(title).unicodeBidi).toBe('isolate');
});

test('the screen, its list and its buttons have names for screen readers', () => {
  expect([find(SCREEN).ariaLabel, find('.end-cards').ariaLabel]).toEqual(['The video has ended', 'Suggested videos']);
  expect([find('.end-replay').ariaLabel, find('.end-replay').getAttribute('aria-keyshortcuts')]).toEqual([
    'Replay',
    'k',
  ]);
});

test('a press beside the cards is one on the picture', () => {
  const cards = boxOf('.end-cards');
  const first = all('.end-card')[0]?.getBoundingClientRect() ?? new DOMRect();
  expect(document.elementFromPoint(first.left + 20, first.top + 20)?.closest('.end-card')).not.toBeNull();
  expect(document.elementFromPoint(cards.left + 2, first.top + 20)?.closest(SCREEN)).toBeNull();
});

test('K replays as well', async () => {
  await userEvent.keyboard('k');
  expect(shown.commands('playVideo')).toEqual([[]]);
  await until(() => drawn(SCREEN)).toEqual([]);
});

test('a seek from the end screen leaves it', async () => {
  await userEvent.keyboard('{Home}');
  expect(shown.commands('seekTo')).toEqual([[0, true]]);
  shown.player.goTo(PLAYER_STATE.playing);
  await until(() => drawn(SCREEN)).toEqual([]);
});

test('the share panel gives the focus back to the button that has opened it', async () => {
  find('.end-share').focus();
  await userEvent.keyboard('{Enter}');
  await until(() => drawn('.share-sheet').length).toBe(1);
  await userEvent.keyboard('{Escape}');
  await until(() => all('.share-sheet')).toEqual([]);
  expect(document.activeElement).toBe(find('.end-share'));
});

test('the controls stay with the end screen, however long nothing moves', async () => {
  await shown.clock.advance(600_000);
  expect([shown.root.hasAttribute('data-idle'), drawn('.control-bar').length]).toEqual([false, 1]);
});

test('a press beside the suggestions replays, as a press on the picture plays', async () => {
  const { left, top } = boxOf('.media');
  await mouse.click([left + 10, top + 120]);
  expect(shown.commands('playVideo')).toEqual([[]]);
});

test('an error after the end replaces the screen', async () => {
  shown.player.set({ error: { code: 'fmt.decode', title: '', advice: '', retryable: true } });
  await until(() => drawn('.error-card').length).toBe(1);
  expect(drawn(SCREEN)).toEqual([]);
});

test('the next video takes its own suggestions, and the present one is not among them', async () => {
  shown.player.set({ video: { ...LINKED_VIDEO, videoId: 'orielmp4001' } });
  shown.player.goTo(PLAYER_STATE.ended);
  await until(() => textsOf('.end-title')).toEqual(['عوالم (2)']);
});

test('a finger presses replay and suggestions, which are 44 px high or more', async () => {
  await finger.tap([10, 60]);
  for (const one of drawn('.end-replay, .end-share, .end-card')) expect(one.offsetHeight).toBeGreaterThanOrEqual(44);
  await finger.tap(middleOf('.end-cards li:first-child .end-card'));
  await shown.clock.advance(300);
  expect(shown.commands('loadVideoById')).toEqual([{ videoId: 'orielmp4001' }]);
});

test('a finger that presses on as the video ends presses no suggestion, until it has paused', async () => {
  await finger.tap([10, 60]);
  shown.player.goTo(PLAYER_STATE.playing);
  await until(() => drawn(SCREEN)).toEqual([]);
  await finger.tap([320, 60]);
  shown.player.goTo(PLAYER_STATE.ended);
  await until(() => drawn('.end-card').length).toBeGreaterThan(0);
  const card = middleOf('.end-cards li:first-child .end-card');
  await shown.clock.advance(450);
  await finger.tap(card);
  await shown.clock.advance(900);
  await finger.tap(card);
  expect(shown.commands('loadVideoById')).toEqual([]);
  await shown.clock.advance(1_000);
  await finger.tap(card);
  await shown.clock.advance(300);
  expect(shown.commands('loadVideoById')).toEqual([{ videoId: 'orielmp4001' }]);
});

test('an entry of the list without a name is named by its place', async () => {
  shown.root.remove();
  await showEnd({ playlist: makePlaylist(['orieldemo01', 'orielsphere', 'oriellive01'], 0, null) });
  expect(textsOf('.end-title').slice(0, 2)).toEqual(['2 of 3', '3 of 3']);
});

test('a video without suggestions has replay and sharing alone', async () => {
  shown.root.remove();
  await showEnd({ video: { ...LINKED_VIDEO, related: [] } });
  expect([drawn('.end-replay, .end-share').length, all('.end-cards')]).toEqual([2, []]);
});

test('the poster behind it is loaded before it is shown', async () => {
  shown.root.remove();
  const next = await showPlayer({ ...HUNDRED, video: VIDEO });
  const poster = document.createElement('div');
  poster.className = 'poster';
  poster.innerHTML = '<img alt="" loading="lazy">';
  next.root.prepend(poster);
  next.player.goTo(PLAYER_STATE.playing, { position: { seconds: 91, atMs: 0, rate: 0 } });
  await until(() => (find('.poster img') as HTMLImageElement).loading).toBe('eager');
  expect(drawn(SCREEN)).toEqual([]);
});

const cardMiddle = (): Point => {
  const [card] = all('.end-card');
  const { left, top, height } = card?.getBoundingClientRect() ?? new DOMRect();
  return [left + 20, top + height / 2];
};

/** The first card is at the left in this size of frame. */
async function showForFinger(): Promise<Point> {
  await finger.tap([5, 5]);
  await until(() => shown.root.dataset['pointer']).toBe('coarse');
  await shown.clock.advance(2_000);
  const point = cardMiddle();
  expect(point[0]).toBeLessThan(640 * 0.35);
  return point;
}

test('two quick taps at the left go back ten seconds, though a card lies there', async () => {
  const point = await showForFinger();
  await finger.tap(point);
  await shown.clock.advance(200);
  await finger.tap(point);
  await shown.clock.advance(1_000);
  expect([shown.commands('seekTo'), shown.commands('loadVideoById')]).toEqual([[[90, true]], []]);
});

test('a single tap on a card plays it once no second one has followed', async () => {
  const point = await showForFinger();
  await finger.tap(point);
  expect(shown.commands('loadVideoById')).toEqual([]);
  await shown.clock.advance(300);
  expect(shown.commands('loadVideoById')).toEqual([{ videoId: 'orielmp4001' }]);
  expect(shown.commands('seekTo')).toEqual([]);
});
