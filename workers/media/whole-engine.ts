import './engine/captions/worker-documents.ts';
import Hls from 'hls.js';
import type { MediaEngine } from '../../protocol/media/media-engine.ts';
import type { MediaEngineOptions } from '../../protocol/media/media-engine-module.ts';
import { AdaptiveEngine } from './engine/adaptive-engine.ts';
import { CMCD_SESSION_BYTES, cmcdConfig } from './engine/cmcd-config.ts';
import { bufferRanges } from './buffer-ranges.ts';
import { readEarlierCaptions } from './engine/captions/earlier-captions.ts';
import { StreamCaptions } from './engine/captions/stream-captions.ts';
import { ENGINE_PROTECTION } from './engine/protection/engine-protection.ts';
import { protectionConfig } from './engine/protection/protection-config.ts';
import { wholeConfig } from './engine/whole-config.ts';
import { platformOf } from './engine/engine-platform.ts';
import type { KeptResponses } from './head-start/arriving-segments.ts';
import type { StartedStream } from './head-start/head-start.ts';

export { createMediaSpans } from './media-spans.ts';

/** Composition root of the whole engine: the same engine, with every feature of hls.js that playlists may need. */
export function createMediaEngine(
  media: unknown,
  options: MediaEngineOptions<MediaSource, StartedStream, KeptResponses>,
): MediaEngine {
  const platform = platformOf(media);
  const video = options.startedStream?.buffers.get('video');
  const buffered = video === undefined ? (options.buffered ?? []) : bufferRanges(video.buffer);
  const session = crypto.getRandomValues(new Uint8Array(CMCD_SESSION_BYTES));
  return new AdaptiveEngine({
    Hls,
    ...platform,
    ...options,
    extraConfig: ({ videoId, drm, cmcd }) => ({
      ...wholeConfig(Hls),
      ...(drm && protectionConfig(drm, platform.clock)),
      ...(cmcd && cmcdConfig(cmcd, videoId, session)),
    }),
    protection: ENGINE_PROTECTION,
    followCaptions: (captions) =>
      new StreamCaptions({
        ...captions,
        readEarlier: (segments) =>
          readEarlierCaptions({ Hls, fetch, now: () => performance.now(), buffered }, segments),
      }),
  });
}
