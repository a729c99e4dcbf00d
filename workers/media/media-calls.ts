import * as Comlink from 'comlink';
import type { MediaWorkerApi } from '../../protocol/media/media-worker.ts';
import { watchContacts } from '../../protocol/runtime/watch-contacts.ts';
import type { ObservedEndpoint } from '../../protocol/runtime/profiling/observed-endpoint.ts';
import { succeed } from '../../protocol/runtime/outcome.ts';
import { mediaApi } from './media-api.ts';
import type { MediaService } from './media-service.ts';

/** Serves the page's calls over Comlink. They come only after the first frame, so this chunk loads with the first call. */
export function takeCalls(service: MediaService, endpoint: ObservedEndpoint): void {
  // Requests of this thread are for a video, except those for its own scripts.
  const contacts = watchContacts(performance, ({ by }) =>
    by === 'fetch' || by === 'xmlhttprequest' ? 'video' : 'player',
  );
  const api: MediaWorkerApi = { ...mediaApi(service), contacts: async () => succeed(contacts()) };
  Comlink.expose(api, endpoint as Comlink.Endpoint);
}
