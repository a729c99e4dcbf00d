import type { PageTools, PlaybackTools } from '../tools.ts';
import { positionAt, type PlayerSnapshot } from '../../player/player.ts';
import { loadedUntil } from '../../player/loaded-ranges.ts';
import { fractionAt, timelineOf } from './timeline.ts';

/** The moving elements: each as wide as the bar, translated or scaled by the compositor alone. */
export interface ProgressElements {
  readonly played: HTMLElement;
  readonly buffered: HTMLElement;
  readonly thumb: HTMLElement;
}

/**
 * Draws progress without per-frame script: one linear animation from the present position to the end, restarted when
 * the position jumps, stops or changes its speed while the bar is visible. This costs the main thread 5 ms a second; an
 * animation loop costs 25, even an empty one.
 */
export function paintProgress(
  elements: ProgressElements,
  { player, clock, visibility }: Pick<PageTools, 'clock'> & Pick<PlaybackTools, 'player' | 'visibility'>,
): () => void {
  let animations: Animation[] = [];
  let painted: Pick<PlayerSnapshot, 'position' | 'durationSeconds' | 'seekable'> | null = null;

  const move = (snapshot: PlayerSnapshot): void => {
    const { position, durationSeconds, seekable, video } = snapshot;
    const isSame =
      painted?.position === position && painted.durationSeconds === durationSeconds && painted.seekable === seekable;
    if (isSame) return;
    painted = { position, durationSeconds, seekable };
    for (const animation of animations) animation.cancel();
    const timeline = timelineOf(snapshot);
    const seconds = positionAt(snapshot, clock.monotonicNow());
    const from = fractionAt(timeline, seconds);
    /** The window of a live stream moves with the position, so on its bar playback stands still. */
    const isMoving = position.rate > 0 && !video.isLive && timeline.canSeek;
    const duration = isMoving ? ((timeline.endSeconds - seconds) / position.rate) * 1_000 : 0;
    const to = isMoving ? 1 : from;
    const options = { duration: Math.max(0, duration), fill: 'both', easing: 'linear' } as const;
    animations = [
      elements.played.animate([{ transform: `scaleX(${from})` }, { transform: `scaleX(${to})` }], options),
      elements.thumb.animate(
        [{ transform: `translateX(${from * 100}%)` }, { transform: `translateX(${to * 100}%)` }],
        options,
      ),
    ];
  };

  let bufferedFraction = -1;
  const buffer = (snapshot: PlayerSnapshot): void => {
    const { bufferedRanges, position } = snapshot;
    const fraction = fractionAt(timelineOf(snapshot), loadedUntil(bufferedRanges, position.seconds));
    if (fraction === bufferedFraction) return;
    bufferedFraction = fraction;
    elements.buffered.style.transform = `scaleX(${fraction})`;
  };

  const paint = (): void => {
    if (!visibility.isVisible()) return;
    const snapshot = player.getSnapshot();
    move(snapshot);
    buffer(snapshot);
  };
  paint();
  const stops = [player.subscribe(paint), visibility.subscribe(paint)];
  return () => {
    for (const stop of stops) stop();
    for (const animation of animations) animation.cancel();
  };
}
