import Hls from 'hls.js';
import type { MediaEngine } from '../../protocol/media/media-engine.ts';
import type { MediaEngineOptions } from '../../protocol/media/media-engine-module.ts';
import { systemClock } from '../system-clock.ts';
import { AdaptiveEngine } from './engine/adaptive-engine.ts';
import type { KeptResponses } from './head-start/arriving-segments.ts';
import type { HlsMedia } from './engine/hls-library.ts';
import type { StartedStream } from './head-start/head-start.ts';

export { createMediaSpans } from './media-spans.ts';

/**
 * Composition root of the engine, which either thread loads by its address. `media` is an element or its stand-in (see
 * {@link MediaEngineModule}), which only the caller knows.
 */
export function createMediaEngine(
  media: unknown,
  options: MediaEngineOptions<MediaSource, StartedStream, KeptResponses>,
): MediaEngine {
  return new AdaptiveEngine({
    Hls,
    media: media as HlsMedia,
    clock: systemClock,
    performance,
    connection: globalThis,
    ...options,
  });
}
