import * as Comlink from 'comlink';
import { isHeadStart, type MediaLoad, type MediaWorkerApi } from '../../protocol/media-worker.ts';
import { fail } from '../../protocol/outcome.ts';
import { arrivingSegments, type ArrivingSegments } from './starter/arriving-segments.ts';
import { MediaSession, type MediaSessionEnvironment } from './media-session.ts';
import { MediaStandIn } from './media-stand-in.ts';

/**
 * Composition root of the media worker: the whole engine and its MediaSource live here, so that main sees neither
 * manifests nor segments (path A of design.md 5).
 */

declare const self: DedicatedWorkerGlobalScope & {
  HTMLVideoElement?: typeof MediaStandIn;
  ManagedMediaSource?: typeof MediaSource;
};

/** hls.js asks `media instanceof HTMLVideoElement` at its first breath, a name that workers do not have. */
self.HTMLVideoElement = MediaStandIn;

const environment: Omit<MediaSessionEnvironment, 'arriving'> = {
  fetch: (input, init) => fetch(input, init),
  createMediaSource: () => new (self.ManagedMediaSource ?? MediaSource)(),
  isManaged: self.ManagedMediaSource !== undefined,
  importModule: (url) => import(/* @vite-ignore */ url),
  now: () => performance.timeOrigin + performance.now(),
  baseUrl: self.location.origin,
};

let session: MediaSession | null = null;

function openSession(load: MediaLoad, view: MessagePort, arriving: ArrivingSegments = new Map()) {
  session?.close();
  session = new MediaSession(load, view, { ...environment, arriving });
  return session.open();
}

const api: MediaWorkerApi = {
  ping: () => 'ready',
  load: (load, view) => openSession(load, view as unknown as MessagePort),
  recover: (positionSeconds) => session?.recover(positionSeconds) ?? Promise.resolve(fail('player.internal', 'closed')),
  setQuality: (quality) => session?.setQuality(quality),
  setAudioTrack: (id) => session?.setAudioTrack(id),
  setBox: (box) => session?.setBox(box),
};

/** The page's inline script asks before anything else of the page has loaded, and knows nothing of Comlink. */
self.addEventListener('message', (event: MessageEvent<unknown>) => {
  const [view, ...ports] = event.ports;
  if (!isHeadStart(event.data) || view === undefined) return;
  event.stopImmediatePropagation();
  const { load, arriving } = event.data;
  void openSession(load, view, arrivingSegments(arriving, ports));
});

Comlink.expose(api);
