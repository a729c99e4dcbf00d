import type { SpanName } from '../../protocol/profiling/span-names.ts';
import type { ObservedEndpoint } from '../../protocol/runtime/profiling/observed-endpoint.ts';
import type { SpanRing } from '../../protocol/runtime/profiling/span-ring.ts';

/** A span from before the recorder was loaded: milliseconds with the time origin added. */
export type EarlySpan = readonly [name: SpanName, startMs: number, endMs: number, bytes: number];

/** Exports of the engine's module that only the media worker uses. */
export interface MediaSpansModule {
  /** The worker's span recorder, filled with the spans from before the engine was loaded. */
  createMediaSpans(endpoint: ObservedEndpoint, early: readonly EarlySpan[]): MediaSpans;
}

/** The media worker's recorder; `writeTracks` begins to write its spans as tracks of DevTools. */
export interface MediaSpans {
  readonly ring: SpanRing;
  writeTracks(): void;
}
