import type { FirstParts, MediaSourceDescription } from '../../../protocol/media/media-engine.ts';
import { startIn } from '../../../protocol/page/clock-seconds.ts';
import type { PageConfig } from '../../../protocol/page/page-config.ts';
import { addressAt } from '../platform/address-at.ts';
import { tallestFile } from '../platform/tallest-file.ts';
import type { ScriptUrlPolicy } from '../platform/trusted-types.ts';
import type { FileHeadStart } from './boot-state.ts';
import { prepareStream, type PreparedStream } from './prepared-stream.ts';

/**
 * Starts the video from the inline script while everything else loads: a stream by its worker, first segments and the
 * element's source, a file by its address. The configuration comes from the page's own server and is read without a schema,
 * which would be larger than this file; only addresses from it are used. `null` for any unusual video, which the player starts.
 */
export function readStart(
  config: Pick<PageConfig, 'playerResponse'> | null,
  firstParts: FirstParts | null,
  query: Pick<URLSearchParams, 'get'>,
  element: HTMLVideoElement,
  policy: ScriptUrlPolicy,
): PreparedStream | { readonly begin: () => FileHeadStart } | null {
  const response = config?.playerResponse;
  const streams = response?.streamingData;
  const details = response?.videoDetails;
  const { videoId, lengthSeconds = 0 } = details ?? {};
  const askedSeconds = startIn((name) => query.get(name)) ?? 0;
  // A rule of the player (video-response.ts).
  const isWithin = askedSeconds > 0 && askedSeconds < (lengthSeconds || Infinity);
  const startSeconds = isWithin ? askedSeconds : 0;
  if (response?.playabilityStatus?.status !== 'OK' || !streams || !videoId) return null;
  const file = streams.hlsManifestUrl ? undefined : tallestFile(streams.progressive);
  if (file !== undefined) return { begin: () => startFile(file.url, videoId, startSeconds, element) };
  const source = {
    ...streams,
    videoId,
    startSeconds,
    firstInits: firstParts?.inits,
    isSpherical: details?.isSpherical,
  } as MediaSourceDescription;
  return prepareStream({ source, firstParts, element, policy });
}

/** Sets the element's address; the browser loads and plays the file. */
function startFile(url: string, videoId: string, startSeconds: number, element: HTMLVideoElement): FileHeadStart {
  element.preload = 'auto';
  element.src = addressAt(url, startSeconds);
  const drop = (): void => {
    element.removeAttribute('src');
    element.load();
  };
  return { kind: 'file', videoId, startSeconds, url, drop };
}
