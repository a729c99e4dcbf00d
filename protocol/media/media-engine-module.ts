import type { SpanRing } from '../runtime/profiling/span-ring.ts';
import type { SecondsRange } from '../runtime/media/time-ranges.ts';
import type { MediaEngine } from './media-engine.ts';

/** Options of an engine, beside its element. */
export interface MediaEngineOptions<Source = unknown, StartedStream = unknown, Prefetched = unknown> {
  /** In the worker: makes the source that the real element plays. */
  readonly openMediaSource?: (() => Source) | undefined;
  /** The stream that a head start has begun. */
  readonly startedStream?: StartedStream | undefined;
  /** Responses already requested for the beginning of the stream, where no head start has begun it. */
  readonly prefetched?: Prefetched | undefined;
  /** Buffered ranges of the previous engine, which hands over to this engine. */
  readonly buffered?: readonly SecondsRange[] | undefined;
  /** The recorder of the thread. */
  readonly spans?: SpanRing | undefined;
}

/**
 * Exports of `workers/media/hls-engine.ts`; both threads load it by address, so they share one file. `media` is an
 * `HTMLMediaElement` on main or its stand-in in the worker.
 */
export interface MediaEngineModule<Media = unknown, Source = unknown, StartedStream = unknown, Prefetched = unknown> {
  createMediaEngine(media: Media, options: MediaEngineOptions<Source, StartedStream, Prefetched>): MediaEngine;
}
