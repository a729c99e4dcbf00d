import { recordCalls } from '../../protocol/runtime/profiling/call-recorder.ts';
import type { ObservedEndpoint } from '../../protocol/runtime/profiling/observed-endpoint.ts';
import { createTrackWriter } from '../../protocol/runtime/profiling/track-writer.ts';
import { systemClock } from '../system-clock.ts';
import { WatchedSpanRing } from '../watched-span-ring.ts';
import type { EarlySpan, MediaSpans } from './media-spans-module.ts';

/**
 * Creates the span recorder of the media worker. It is loaded with the engine, to keep the first script small; `early` are the
 * spans that this script has noted before.
 */
export function createMediaSpans(endpoint: ObservedEndpoint, early: readonly EarlySpan[]): MediaSpans {
  const spans = new WatchedSpanRing('media', performance, systemClock.after);
  for (const [name, startMs, endMs, bytes] of early)
    spans.add(name, startMs - performance.timeOrigin, bytes, 0, 0, endMs - performance.timeOrigin);
  endpoint.observer = recordCalls(spans, 'media');
  return { ring: spans, writeTracks: createTrackWriter(spans, console, systemClock.after) };
}
