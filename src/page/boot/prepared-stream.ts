import type { FirstParts, MediaSourceDescription } from '../../../protocol/media/media-engine.ts';
import type { ArrivingPart, EngineMessage, HeadStartMessage } from '../../../protocol/media/media-worker.ts';
import { isPart, partRequest } from '../../../protocol/runtime/media/media-playlist.ts';
import { MEDIA_WORKER } from '../../../protocol/threads/worker-names.ts';
import * as ELEMENT_IDS from '../platform/element-ids.ts';
import { takeHandle } from '../platform/take-handle.ts';
import type { ScriptUrlPolicy } from '../platform/trusted-types.ts';
import type { StreamHeadStart } from './boot-state.ts';
import { contentOf } from './by-id.ts';
import { loadAhead } from './load-ahead.ts';

/** Largest download for a press that may not come. */
export const AHEAD_MAX_BYTES = 200_000;

/** A stream that can begin. */
export interface PreparedStream {
  readonly videoId: string;
  readonly startSeconds: number;
  /**
   * Starts the worker and requests the first segments, if they are few bytes, without feeding the element. For a live stream
   * no segments are requested: they would be out of date.
   */
  readonly prepare: () => void;
  /** Ends the worker. Requested segments are kept, so that they are not requested twice. */
  readonly rest: () => void;
  /** Sets the element's source, once. `null`: a step has failed; the player then starts the stream anew. */
  readonly begin: () => StreamHeadStart | null;
}

export interface PreparedStreamOptions {
  readonly source: MediaSourceDescription;
  readonly firstParts: FirstParts | null;
  readonly element: HTMLVideoElement;
  readonly policy: ScriptUrlPolicy;
}

type MediaSourceConstructor = { readonly canConstructInDedicatedWorker?: boolean } | undefined;

/** `null` wherever anything is unusual. */
export function prepareStream({ source, firstParts, element, policy }: PreparedStreamOptions): PreparedStream | null {
  const { videoId, startSeconds, hlsManifestUrl, isLive } = source;
  const workerUrl = contentOf(ELEMENT_IDS.mediaWorker);
  const engineUrl = contentOf(source.needsWholeEngine ? ELEMENT_IDS.wholeEngine : ELEMENT_IDS.mediaEngine);
  const { ManagedMediaSource, MediaSource } = window as {
    ManagedMediaSource?: MediaSourceConstructor;
    MediaSource?: MediaSourceConstructor;
  };
  if (!workerUrl || !engineUrl || !hlsManifestUrl || source.drm) return null;
  if ((ManagedMediaSource ?? MediaSource)?.canConstructInDedicatedWorker !== true) return null;
  const arriving = (startSeconds === 0 && firstParts?.segments) || [];
  const channels = arriving.map(() => new MessageChannel());
  let worker: Worker | null = null;
  let isRequested = false;
  let hasFailed = false;

  /** The constructor may throw. */
  const startWorker = (): Worker => {
    worker = new Worker(policy.createScriptURL(workerUrl), { type: 'module', name: MEDIA_WORKER });
    worker.onerror = () => (hasFailed = true);
    return worker;
  };
  const request = (): void => {
    if (isRequested) return;
    isRequested = true;
    for (const [index, url] of arriving.entries())
      void passOn(url, !source.inlinePlaylists, channels[index]?.port1).then((isWhole) => (hasFailed ||= !isWhole));
  };
  const rest = (): void => {
    worker?.terminate();
    worker = null;
  };

  return {
    videoId,
    startSeconds,
    prepare() {
      try {
        startWorker();
      } catch {
        return;
      }
      if (!isLive && (firstParts?.bytes ?? Infinity) <= AHEAD_MAX_BYTES) request();
    },
    rest,
    begin() {
      if (hasFailed) {
        rest();
        return null;
      }
      let begun: Worker;
      try {
        begun = worker ?? startWorker();
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
      const message: HeadStartMessage = {
        kind: 'head-start',
        load: {
          source,
          engineUrl: absolute(engineUrl),
          startsWithoutEngine: firstParts?.needsEngine === false,
          box: { widthPixels: innerWidth * density, heightPixels: innerHeight * density },
        },
        arriving: arriving.map(absolute),
      };
      const startId = isLive ? ELEMENT_IDS.liveStart : firstParts?.isTransport && ELEMENT_IDS.transportStart;
      const aheadUrl = firstParts?.needsEngine ? engineUrl : startId && contentOf(startId);
      if (aheadUrl) loadAhead(aheadUrl);
      begun.postMessage(message, [port2, ...channels.map((channel) => channel.port2)]);
      request();
      const headStart: StreamHeadStart = {
        kind: 'stream',
        videoId,
        startSeconds,
        worker: begun,
        port: port1,
        messages,
        stopQueueing: () => listening.abort(),
        drop() {
          // Messages of the worker may still be queued.
          port1.close();
          element.srcObject = null;
          begun.terminate();
        },
        hasFailed: false,
      };
      begun.onerror = () => (headStart.hasFailed = true);
      return headStart;
    },
  };
}

function absolute(url: string): string {
  return new URL(url, location.href).href;
}

/**
 * Requests a segment while the worker loads, and sends its bytes as they arrive, so that the first frame does not wait for later
 * bytes. A redirected playlist counts as failed: only the engine knows its final address, from which its relative addresses count.
 * Resolves to whether all bytes have arrived.
 */
async function passOn(url: string, isPlaylist: boolean, port: MessagePort | undefined): Promise<boolean> {
  const post = (part: ArrivingPart, transfer: Transferable[] = []): void => port?.postMessage(part, transfer);
  try {
    const response = await fetch(url, partRequest(url));
    const isUsable = isPart(url, response) && !(isPlaylist && response.redirected);
    const reader = isUsable ? response.body?.getReader() : undefined;
    for (;;) {
      // An unusable response has no reader and throws here.
      const { value } = await (reader as ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>).read();
      if (value === undefined) break;
      post(value, [value.buffer]);
    }
    post('end');
    return true;
  } catch {
    post('failed');
    return false;
  }
}
