import { END_TOLERANCE_SECONDS, rangesOf } from '../../../../protocol/runtime/media/time-ranges.ts';
import type { PlayerModel } from '../player-model.ts';
import type { MediaElement } from '../stream/media-element.ts';
import { knownLength } from '../known-length.ts';
import { sameRanges } from '../loaded-ranges.ts';

/** Observes the video's length, and its buffered ranges. */
export function observeBuffer(element: MediaElement, model: PlayerModel): void {
  const observe = (): void => {
    const { durationSeconds, video } = model.snapshot;
    // An element may be slightly shorter than the provider's length of the video: a range to the element's end counts as complete.
    const isShorter = !video.isLive && element.duration < durationSeconds;
    const lastSeconds = isShorter ? element.duration - END_TOLERANCE_SECONDS : Infinity;
    const bufferedRanges = rangesOf(element.buffered).map(
      ([start, end]) => [start, end > lastSeconds ? durationSeconds : end] as const,
    );
    if (!sameRanges(bufferedRanges, model.snapshot.bufferedRanges)) model.update({ bufferedRanges });
  };
  element.addEventListener('progress', observe);
  element.addEventListener('loadeddata', observe);
  element.addEventListener('durationchange', () => observeLength(element, model));
}

export function observeLength({ duration }: MediaElement, model: PlayerModel): void {
  const { video, seekable, durationSeconds: knownSeconds } = model.snapshot;
  // For a live stream the engine reports the window; a stream that has ended keeps its beginning.
  if (!Number.isFinite(duration) || duration <= 0 || video.isLive) return;
  const durationSeconds = knownLength(knownSeconds, duration);
  model.update({ durationSeconds, seekable: [Math.min(seekable[0], durationSeconds), durationSeconds] });
}
