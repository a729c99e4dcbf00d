import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { positionAt, type Player, type PlayerSnapshot } from '../../player/player.ts';
import { loadedUntil } from '../../player/loaded-ranges.ts';
import type { Attention } from '../attention/attention.ts';
import type { SeekDrag } from './seek-drag.ts';
import type { WholeSeconds } from './whole-seconds.ts';
import { fractionAt, timelineOf } from './timeline.ts';

/** The moving elements: each as wide as the bar, translated or scaled only by the compositor. */
export interface ProgressElements {
  readonly played: HTMLElement;
  readonly buffered: HTMLElement;
  readonly thumb: HTMLElement;
}

export interface ProgressSources {
  readonly player: Player;
  readonly clock: Clock;
  readonly attention: Pick<Attention, 'isShown' | 'subscribe'>;
  readonly drag: Pick<SeekDrag, 'get' | 'subscribe'>;
  readonly seconds: Pick<WholeSeconds, 'subscribe'>;
}

/**
 * Draws progress without per-frame script: one linear animation from the present position to the end, restarted when the position jumps,
 * stops or changes its speed while the bar is visible. This costs the main thread 5 ms a second; an animation loop costs 25, even an
 * empty one. During a drag, its position places the elements.
 */
export function paintProgress(
  { played, thumb, buffered }: ProgressElements,
  { player, clock, attention, drag, seconds }: ProgressSources,
): () => void {
  let animations: Animation[] = [];
  let painted: Pick<PlayerSnapshot, 'position' | 'durationSeconds' | 'seekable'> | null = null;

  const playedAt = (fraction: number): string => `scaleX(${fraction})`;
  const thumbAt = (fraction: number): string => `translateX(${fraction * 100}%)`;

  const place = (fraction: number): void => {
    for (const animation of animations) animation.cancel();
    animations = [];
    played.style.transform = playedAt(fraction);
    thumb.style.transform = thumbAt(fraction);
  };

  const move = (snapshot: PlayerSnapshot): void => {
    const { position, durationSeconds, seekable, video } = snapshot;
    const isSame =
      painted?.position === position && painted.durationSeconds === durationSeconds && painted.seekable === seekable;
    if (isSame) return;
    painted = { position, durationSeconds, seekable };
    const timeline = timelineOf(snapshot);
    const seconds = positionAt(snapshot, clock.monotonicNow());
    const from = fractionAt(timeline, seconds);
    place(from);
    // The window of a live stream moves with the position, so on its bar playback does not move.
    const isMoving = position.rate > 0 && !video.isLive && timeline.canSeek;
    const duration = ((timeline.endSeconds - seconds) / position.rate) * 1_000;
    if (!isMoving || duration <= 0) return;
    const options = { duration, fill: 'both', easing: 'linear' } as const;
    animations = [
      played.animate([{ transform: playedAt(from) }, { transform: playedAt(1) }], options),
      thumb.animate([{ transform: thumbAt(from) }, { transform: thumbAt(1) }], options),
    ];
  };

  let bufferedFraction = -1;
  const buffer = (snapshot: PlayerSnapshot): void => {
    const { bufferedRanges, position } = snapshot;
    const fraction = fractionAt(timelineOf(snapshot), loadedUntil(bufferedRanges, position.seconds));
    if (fraction === bufferedFraction) return;
    bufferedFraction = fraction;
    buffered.style.transform = `scaleX(${fraction})`;
  };

  /** Pauses the animations of a hidden bar: the compositor would draw it at every frame of the screen. */
  const rest = (): void => {
    for (const animation of animations) animation.pause();
    painted = null;
  };

  const paint = (): void => {
    if (!attention.isShown()) return rest();
    const snapshot = player.getSnapshot();
    const { fraction } = drag.get();
    if (fraction === null) move(snapshot);
    else {
      painted = null;
      place(fraction);
    }
    // During playback the buffer is painted once a second instead: each arriving segment would cost a frame of the main thread.
    if (snapshot.position.rate === 0) buffer(snapshot);
  };
  const paintBuffered = (): void => {
    if (attention.isShown()) buffer(player.getSnapshot());
  };
  paint();
  paintBuffered();
  const stops = [
    player.subscribe(paint),
    attention.subscribe(paint),
    drag.subscribe(paint),
    seconds.subscribe(paintBuffered),
  ];
  return () => {
    for (const stop of stops) stop();
    for (const animation of animations) animation.cancel();
  };
}
