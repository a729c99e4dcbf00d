import * as Comlink from 'comlink';
import { isHeadStart } from '../../protocol/media/media-worker.ts';
import { systemClock } from '../system-clock.ts';
import { MediaService } from './media-service.ts';
import { MediaStandIn } from './media-stand-in.ts';

/**
 * Composition root of the media worker: the whole engine and its MediaSource live here, so that main sees neither
 * manifests nor segments.
 */

declare const self: DedicatedWorkerGlobalScope & {
  HTMLVideoElement?: typeof MediaStandIn;
  ManagedMediaSource?: typeof MediaSource;
};

/** hls.js asks `media instanceof HTMLVideoElement` at its first breath, a name that workers do not have. */
self.HTMLVideoElement = MediaStandIn;

const service = new MediaService({
  fetch: (input, init) => fetch(input, init),
  createMediaSource: () => new (self.ManagedMediaSource ?? MediaSource)(),
  isManaged: self.ManagedMediaSource !== undefined,
  importModule: (url) => import(/* @vite-ignore */ url),
  clock: systemClock,
  baseUrl: self.location.origin,
});

/** The page's inline script asks before anything else of the page has loaded, and knows nothing of Comlink. */
self.addEventListener('message', (event: MessageEvent<unknown>) => {
  const [view, ...ports] = event.ports;
  if (!isHeadStart(event.data) || view === undefined) return;
  event.stopImmediatePropagation();
  service.startHead(event.data, view, ports);
});

Comlink.expose(service);
