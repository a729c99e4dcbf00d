import { beforeEach, expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import type { RelatedVideo } from '../../../protocol/provider/player-response.ts';
import { VIDEO } from '../../support/fake-player.ts';
import { all, drawn, find, middleOf, textsOf } from './support/elements.ts';
import { finger, type Point } from './support/real-pointers.ts';
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

test('a suggestion has title and author before its length, and a decorative picture', () => {
  const [first, second] = all('.end-card');
  expect(first?.textContent).toBe('One fileAda1:02:08');
  expect(first?.querySelector('img')).toMatchObject({ src: DOT, alt: '' });
  expect(second?.querySelectorAll('.end-length, .end-author, img')).toHaveLength(0);
});

test('the end screen, its suggestions and its replay button have names for screen readers', () => {
  expect([find(SCREEN).ariaLabel, find('.end-cards').ariaLabel]).toEqual(['The video has ended', 'Suggested videos']);
  expect([find('.end-replay').ariaLabel, find('.end-replay').getAttribute('aria-keyshortcuts')]).toEqual([
    'Replay',
    'k',
  ]);
});

test('the end screen of the next video shows its own suggestions, without that video', async () => {
  shown.player.set({ video: { ...LINKED_VIDEO, videoId: 'orielmp4001' } });
  shown.player.goTo(PLAYER_STATE.ended);
  await until(() => textsOf('.end-title')).toEqual(['عوالم (2)']);
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

test('the poster behind the end screen is loaded before the screen is shown', async () => {
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
