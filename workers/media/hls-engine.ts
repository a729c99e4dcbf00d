import Hls from 'hls.js';
import type { MediaEngine } from '../../protocol/media/media-engine.ts';
import type { MediaEngineOptions } from '../../protocol/media/media-engine-module.ts';
import { fetchModule } from '../../protocol/runtime/fetch-module.ts';
import { HandingOverEngine } from './engine/handing-over-engine.ts';
import { platformOf } from './engine/engine-platform.ts';
import type { KeptResponses } from './head-start/arriving-segments.ts';
import type { StartedStream } from './head-start/head-start.ts';
import wholeEngineUrl from './whole-engine.ts?worker&url';

export { createMediaSpans } from './media-spans.ts';

/**
 * Composition root of the slim engine, which either thread loads by its address. `media` is an element or its stand-in, as
 * {@link MediaEngineModule} describes. A stream that needs more features is handed over to the whole engine.
 */
export function createMediaEngine(
  media: unknown,
  options: MediaEngineOptions<MediaSource, StartedStream, KeptResponses>,
): MediaEngine {
  return new HandingOverEngine({ Hls, ...platformOf(media), ...options }, async () => {
    await fetchModule(wholeEngineUrl, fetch);
    return (await import(/* @vite-ignore */ wholeEngineUrl)) as typeof import('./whole-engine.ts');
  });
}
