import type { FirstParts, MediaSourceDescription } from '../../../protocol/media/media-engine.ts';
import type { ArrivingPart, EngineMessage, HeadStartMessage } from '../../../protocol/media/media-worker.ts';
import type { PageConfig } from '../../../protocol/page/page-config.ts';
import { isPart, partRequest } from '../../../protocol/runtime/media/media-playlist.ts';
import { MEDIA_WORKER } from '../../../protocol/page/worker-names.ts';
import { addressAt } from '../platform/address-at.ts';
import { takeHandle } from '../platform/take-handle.ts';
import { tallestFile } from '../platform/tallest-file.ts';
import type { FileHeadStart, HeadStart, StreamHeadStart } from './boot-state.ts';
import { contentOf } from './by-id.ts';
import { loadAhead } from './load-ahead.ts';
import * as ELEMENT_IDS from '../platform/element-ids.ts';
import type { ScriptUrlPolicy } from '../platform/trusted-types.ts';

type MediaSourceConstructor = { readonly canConstructInDedicatedWorker?: boolean } | undefined;

/**
 * Starts the video from the inline script while everything else loads: of a stream the worker, the first segments and the
 * element's source; a file by its address. Returns `null` wherever anything is unusual; the player then starts the
 * stream. It reads its own server's configuration without a schema, which would be larger than this file, and uses only
 * addresses from it.
 */
export function startHeadStart(
  config: PageConfig | null,
  firstParts: FirstParts | null,
  askedSeconds: number,
  element: HTMLVideoElement,
  policy: ScriptUrlPolicy,
): HeadStart | null {
  const response = config?.playerResponse;
  const streams = response?.streamingData;
  const { videoId, lengthSeconds = 0 } = response?.videoDetails ?? {};
  // Rules of the player (embed-parameters.ts, video-response.ts).
  const isWithin = askedSeconds > 0 && askedSeconds < (lengthSeconds || Infinity);
  const startSeconds = isWithin ? askedSeconds : 0;
  if (response?.playabilityStatus?.status !== 'OK' || !streams || !videoId) return null;
  const file = streams.hlsManifestUrl ? undefined : tallestFile(streams.progressive);
  if (file !== undefined) return startFile(file.url, videoId, startSeconds, element);
  const workerUrl = contentOf(ELEMENT_IDS.mediaWorker);
  const engineUrl = contentOf(streams.needsWholeEngine ? ELEMENT_IDS.wholeEngine : ELEMENT_IDS.mediaEngine);
  const { ManagedMediaSource, MediaSource } = window as {
    ManagedMediaSource?: MediaSourceConstructor;
    MediaSource?: MediaSourceConstructor;
  };
  if (!workerUrl || !engineUrl || !streams.hlsManifestUrl || streams.drm) return null;
  if ((ManagedMediaSource ?? MediaSource)?.canConstructInDedicatedWorker !== true) return null;
  let worker: Worker;
  try {
    worker = new Worker(policy.createScriptURL(workerUrl), { type: 'module', name: MEDIA_WORKER });
  } catch {
    return null;
  }
  const { port1, port2 } = new MessageChannel();
  const messages: EngineMessage[] = [];
  const listening = new AbortController();
  port1.addEventListener(
    'message',
    ({ data }: MessageEvent<EngineMessage>) => {
      if (data.kind === 'handle') takeHandle(element, data);
      else if (data.kind === 'seek') element.currentTime = data.seconds;
      else messages.push(data);
    },
    { signal: listening.signal },
  );
  port1.start();
  const density = devicePixelRatio;
  const arriving = (startSeconds === 0 && firstParts?.segments) || [];
  const channels = arriving.map(() => new MessageChannel());
  const message: HeadStartMessage = {
    kind: 'head-start',
    load: {
      source: {
        ...streams,
        hlsManifestUrl: streams.hlsManifestUrl,
        videoId,
        startSeconds,
        firstInits: firstParts?.inits,
        isSpherical: response.videoDetails?.isSpherical,
      } as MediaSourceDescription,
      engineUrl: absolute(engineUrl),
      startsWithoutEngine: firstParts?.needsEngine === false,
      box: { widthPixels: innerWidth * density, heightPixels: innerHeight * density },
    },
    arriving: arriving.map(absolute),
  };
  const startId = streams.isLive ? ELEMENT_IDS.liveStart : firstParts?.isTransport && ELEMENT_IDS.transportStart;
  const aheadUrl = firstParts?.needsEngine ? engineUrl : startId && contentOf(startId);
  if (aheadUrl) loadAhead(aheadUrl);
  worker.postMessage(message, [port2, ...channels.map((channel) => channel.port2)]);
  for (const [index, url] of arriving.entries()) void passOn(url, channels[index]?.port1);
  const stopQueueing = (): void => listening.abort();
  const drop = (): void => {
    // Messages of the worker may still be queued.
    port1.close();
    element.srcObject = null;
    worker.terminate();
  };
  const headStart: StreamHeadStart = {
    kind: 'stream',
    videoId,
    startSeconds,
    worker,
    port: port1,
    messages,
    stopQueueing,
    drop,
    hasFailed: false,
  };
  worker.addEventListener('error', () => (headStart.hasFailed = true), { once: true });
  return headStart;
}

/** The browser does the rest. */
function startFile(url: string, videoId: string, startSeconds: number, element: HTMLVideoElement): FileHeadStart {
  element.preload = 'auto';
  element.src = addressAt(url, startSeconds);
  const drop = (): void => {
    element.removeAttribute('src');
    element.load();
  };
  return { kind: 'file', videoId, startSeconds, url, drop };
}

function absolute(url: string): string {
  return new URL(url, location.href).href;
}

/** The worker loads in parallel. Bytes are sent as they arrive: the first frame does not wait for later ones. */
async function passOn(url: string, port: MessagePort | undefined): Promise<void> {
  const post = (part: ArrivingPart, transfer: Transferable[] = []): void => port?.postMessage(part, transfer);
  try {
    const response = await fetch(url, partRequest(url));
    const reader = isPart(url, response) ? response.body?.getReader() : undefined;
    if (reader === undefined) return post('failed');
    if (response.redirected) post({ movedTo: response.url });
    for (;;) {
      const { value } = await reader.read();
      if (value === undefined) return post('end');
      post(value, [value.buffer]);
    }
  } catch {
    post('failed');
  }
}
