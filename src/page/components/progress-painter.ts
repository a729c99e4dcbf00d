import type { Clock } from '../../../protocol/clock.ts';
import { positionAt, type Player, type PlayerSnapshot } from '../player/player.ts';
import { loadedFraction } from '../player/time-ranges.ts';

/** The elements that move: each as wide as the bar, shifted or scaled by the compositor alone. */
export interface ProgressElements {
  readonly played: HTMLElement;
  readonly buffered: HTMLElement;
  readonly thumb: HTMLElement;
}

/**
 * Draws progress without a frame of script: one linear animation from the present position to the end, started anew
 * when the position jumps, stops or changes its speed. An animation loop would cost the main thread more than all else
 * that the page does while it plays (design.md 5).
 */
export function paintProgress(elements: ProgressElements, player: Player, clock: Clock): () => void {
  let animations: Animation[] = [];
  let painted: Pick<PlayerSnapshot, 'position' | 'durationSeconds'> | null = null;

  const move = (snapshot: PlayerSnapshot): void => {
    const { position, durationSeconds } = snapshot;
    if (painted?.position === position && painted.durationSeconds === durationSeconds) return;
    painted = { position, durationSeconds };
    for (const animation of animations) animation.cancel();
    const seconds = positionAt(snapshot, clock.monotonicNow());
    const from = durationSeconds > 0 ? Math.min(1, Math.max(0, seconds / durationSeconds)) : 0;
    const isMoving = position.rate > 0 && durationSeconds > 0;
    const duration = isMoving ? ((durationSeconds - seconds) / position.rate) * 1_000 : 0;
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
  const buffer = ({ bufferedRanges, position, durationSeconds }: PlayerSnapshot): void => {
    const fraction = loadedFraction(bufferedRanges, position.seconds, durationSeconds);
    if (fraction === bufferedFraction) return;
    bufferedFraction = fraction;
    elements.buffered.style.transform = `scaleX(${fraction})`;
  };

  const paint = (): void => {
    const snapshot = player.getSnapshot();
    move(snapshot);
    buffer(snapshot);
  };
  paint();
  const stop = player.subscribe(paint);
  return () => {
    stop();
    for (const animation of animations) animation.cancel();
  };
}
