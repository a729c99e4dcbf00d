import { NO_VIDEO } from '../../../../src/page/player/initial-snapshot.ts';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import type { PlayerSnapshot } from '../../../../src/page/player/player.ts';
import { VIDEO } from '../../../support/fake-player.ts';
import { boxOf, find, nextFrame, textsOf } from './elements.ts';
import type { Point } from './real-pointers.ts';
import { showPlayer, type ShownPlayer } from './show-player.ts';
import { until } from './until.ts';

/** Ten tiles of 100 × 56 in two rows, one for every ten seconds. */
export const STORYBOARD: NonNullable<typeof NO_VIDEO.storyboard> = {
  ...{ url: 'data:image/svg+xml,%3Csvg%20xmlns="http://www.w3.org/2000/svg"/%3E', tileWidth: 100, tileHeight: 56 },
  ...{ columns: 5, rows: 2, tileCount: 10, intervalSeconds: 10 },
};

export const CHAPTERS = [
  { title: 'Sand', startSeconds: 0 },
  { title: 'Sea', startSeconds: 40 },
  { title: 'Snow', startSeconds: 70 },
];

/** A video of 100 s, so that a percent of the bar is a second, paused at 0:10. */
export const HUNDRED: Partial<PlayerSnapshot> = {
  state: PLAYER_STATE.paused,
  video: { ...VIDEO, chapters: CHAPTERS, storyboard: STORYBOARD },
  durationSeconds: 100,
  seekable: [0, 100],
  position: { seconds: 10, atMs: 0, rate: 0 },
};

/** A stream with a window of two minutes, 30 s behind its head. */
export const WINDOW: Partial<PlayerSnapshot> = {
  state: PLAYER_STATE.playing,
  video: { ...VIDEO, isLive: true, allowLiveDvr: true },
  durationSeconds: 1_128,
  seekable: [1_000, 1_128],
  position: { seconds: 1_098, atMs: 0, rate: 1 },
};

export async function showBar(...given: Parameters<typeof showPlayer>): Promise<ShownPlayer> {
  const [patch = HUNDRED, options] = given;
  const shown = await showPlayer(patch, options);
  await until(() => document.querySelectorAll('.seek-input').length).toBe(1);
  await nextFrame();
  return shown;
}

export const slider = (): HTMLInputElement => find('.seek-input') as HTMLInputElement;

/** A point on the bar, or above it: the first whole pixel at or past the fraction, since browsers report the mouse in whole pixels. */
export function onBar(fraction: number, abovePixels = 0): Point {
  const { left, top, width, height } = boxOf('.seek');
  return [Math.ceil(left + width * fraction), top + height / 2 - abovePixels];
}

/** Position of the drawn thumb, in percent of the bar. */
export function thumbPercent(): number {
  const bar = boxOf('.seek');
  return ((boxOf('.seek-thumb').left - bar.left) / bar.width) * 100;
}

export const playedPercent = (): number => (boxOf('.seek-played').width / boxOf('.seek').width) * 100;

/** Animations that move the played part and the thumb. */
export const progressAnimations = (): Animation[] =>
  document
    .getAnimations()
    .filter(
      ({ effect }) =>
        effect instanceof KeyframeEffect &&
        effect.pseudoElement === null &&
        effect.target?.matches('.seek-played, .seek-thumb') === true,
    );

/** The clock in the bar, without the length. */
export const shownTime = (): string => find('.time-clock').textContent.replace(/ .*/, '');

/** Chapter and time over the bar; empty while there is no preview. */
export const previewTexts = (): string[] => textsOf('.seek-preview :is(.seek-chapter, .seek-time)');
