import * as Comlink from 'comlink';
import { isHeadStart } from '../../protocol/media/media-worker.ts';
import { systemClock } from '../system-clock.ts';
import { MediaService } from './media-service.ts';
import { MediaStandIn } from './media-stand-in.ts';

/**
 * Composition root of the media worker: the engine and its MediaSource run here, so that main handles neither manifests
 * nor segments.
 */

declare const self: DedicatedWorkerGlobalScope & {
  HTMLVideoElement?: typeof MediaStandIn;
  ManagedMediaSource?: typeof MediaSource;
};

/** hls.js evaluates `media instanceof HTMLVideoElement` when it attaches, a name that workers do not have. */
self.HTMLVideoElement = MediaStandIn;

const service = new MediaService({
  fetch: (input, init) => fetch(input, init),
  createMediaSource: () => new (self.ManagedMediaSource ?? MediaSource)(),
  isManaged: self.ManagedMediaSource !== undefined,
  importModule: (url) => import(/* @vite-ignore */ url),
  clock: systemClock,
  baseUrl: self.location.origin,
});

/** The page's inline script posts this before anything else of the page has loaded, without Comlink. */
self.addEventListener('message', (event: MessageEvent<unknown>) => {
  const [view, ...ports] = event.ports;
  if (!isHeadStart(event.data) || view === undefined) return;
  event.stopImmediatePropagation();
  service.startHead(event.data, view, ports);
});

Comlink.expose(service);
