import { isHeadStart } from '../../protocol/media/media-worker.ts';
import { fetchModule, importedAddress } from '../../protocol/runtime/fetch-module.ts';
import { observeEndpoint } from '../../protocol/runtime/profiling/observed-endpoint.ts';
import { systemClock } from '../system-clock.ts';
import { MediaService } from './media-service.ts';
import type { EarlySpan, MediaSpans, MediaSpansModule } from './media-spans-module.ts';
import { MediaStandIn } from './media-stand-in.ts';

/**
 * Composition root of the media worker: the engine and its MediaSource run here, so that main handles neither manifests
 * nor segments.
 */

declare const self: DedicatedWorkerGlobalScope & {
  HTMLVideoElement?: typeof MediaStandIn;
  ManagedMediaSource?: typeof MediaSource;
};

// hls.js evaluates `media instanceof HTMLVideoElement` when it attaches, a name that workers do not have.
self.HTMLVideoElement = MediaStandIn;

const endpoint = observeEndpoint(self);
const earlySpans: EarlySpan[] = [];
let spans: MediaSpans | null = null;

const service = new MediaService({
  fetch: (input, init) => fetch(input, init),
  createMediaSource: () => new (self.ManagedMediaSource ?? MediaSource)(),
  isManaged: self.ManagedMediaSource !== undefined,
  async importModule(url) {
    await fetchModule(url, fetch);
    const module = (await import(/* @vite-ignore */ url)) as MediaSpansModule;
    spans ??= module.createMediaSpans(endpoint, earlySpans);
    return module;
  },
  spans: () => spans,
  note: (...span) => earlySpans.push(span),
  clock: systemClock,
  baseUrl: self.location.origin,
});

/** Calls that arrived before `media-calls.ts` has loaded; `null` once it has. */
let calls: MessageEvent[] | null = [];

/** Short enough for several attempts: the page waits eight seconds for the first response. */
const LOAD_RETRY_DELAY_MS = 500;

const loadCalls = () => import('./media-calls.ts');

/** Loads `media-calls.ts`, for which early calls wait; after a network failure it is requested again. */
function takeCallsSoon(): void {
  const address = importedAddress(loadCalls) ?? '';
  fetchModule(new URL(address, import.meta.url).href, fetch)
    .then(loadCalls)
    .then(
      ({ takeCalls }) => {
        takeCalls(service, endpoint);
        const early = calls ?? [];
        calls = null;
        // Calls that arrived without a listener would be lost, so they are dispatched again.
        for (const { data, ports } of early)
          self.dispatchEvent(new MessageEvent('message', { data, ports: [...ports] }));
      },
      () => systemClock.after(LOAD_RETRY_DELAY_MS, takeCallsSoon),
    );
}

// The page's inline script posts a head start before anything else of the page has loaded, as a plain message.
self.addEventListener('message', (event: MessageEvent<unknown>) => {
  const [view, ...ports] = event.ports;
  if (isHeadStart(event.data) && view !== undefined) {
    event.stopImmediatePropagation();
    service.startHead(event.data, view, ports);
  } else if (calls?.push(event) === 1) takeCallsSoon();
});
