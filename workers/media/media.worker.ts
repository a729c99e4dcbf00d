import type { MediaSpans, MediaSpansModule } from '../../protocol/media/media-engine.ts';
import { isHeadStart } from '../../protocol/media/media-worker.ts';
import type { EarlySpan } from '../../protocol/profiling/early-span.ts';
import { observeEndpoint } from '../../protocol/profiling/observed-endpoint.ts';
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

const endpoint = observeEndpoint(self);
const early: EarlySpan[] = [];
let spans: MediaSpans | null = null;

const service = new MediaService({
  fetch: (input, init) => fetch(input, init),
  createMediaSource: () => new (self.ManagedMediaSource ?? MediaSource)(),
  isManaged: self.ManagedMediaSource !== undefined,
  async importModule(url) {
    const module = (await import(/* @vite-ignore */ url)) as MediaSpansModule;
    spans ??= module.createMediaSpans(endpoint, early);
    return module;
  },
  spans: () => spans,
  note: (...span) => early.push(span),
  clock: systemClock,
  baseUrl: self.location.origin,
});

/** Calls that came before what takes them. */
const calls: MessageEvent[] = [];
let areTaken = false;

/** A call that nothing listens to is lost, so the first ones wait, and are given again. */
async function takeCallsSoon(): Promise<void> {
  const { takeCalls } = await import('./media-calls.ts');
  takeCalls(service, endpoint);
  areTaken = true;
  for (const { data, ports } of calls) self.dispatchEvent(new MessageEvent('message', { data, ports: [...ports] }));
}

/** The page's inline script posts a head start before anything else of the page has loaded, as a plain message. */
self.addEventListener('message', (event: MessageEvent<unknown>) => {
  const [view, ...ports] = event.ports;
  if (isHeadStart(event.data) && view !== undefined) {
    event.stopImmediatePropagation();
    service.startHead(event.data, view, ports);
  } else if (!areTaken && calls.push(event) === 1) void takeCallsSoon();
});
