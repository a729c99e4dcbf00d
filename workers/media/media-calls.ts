import * as Comlink from 'comlink';
import type { MediaWorkerApi } from '../../protocol/media/media-worker.ts';
import { watchContacts } from '../../protocol/runtime/watch-contacts.ts';
import type { ObservedEndpoint } from '../../protocol/runtime/profiling/observed-endpoint.ts';
import { succeed } from '../../protocol/runtime/outcome.ts';
import { mediaApi } from './media-api.ts';
import type { MediaService } from './media-service.ts';

/** Takes calls of the page, which come after the first frame: until then the worker needs no library for them. */
export function takeCalls(service: MediaService, endpoint: ObservedEndpoint): void {
  // Requests of this thread belong to a video, except for its own scripts.
  const contacts = watchContacts(performance, ({ by }) =>
    by === 'fetch' || by === 'xmlhttprequest' ? 'video' : 'player',
  );
  const api: MediaWorkerApi = { ...mediaApi(service), contacts: async () => succeed(contacts()) };
  Comlink.expose(api, endpoint as Comlink.Endpoint);
}
