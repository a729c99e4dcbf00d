import * as Comlink from 'comlink';
import type { ObservedEndpoint } from '../../protocol/profiling/observed-endpoint.ts';
import type { MediaService } from './media-service.ts';

/** Takes calls of the page, which come after the first frame: until then the worker needs no library for them. */
export function takeCalls(service: MediaService, endpoint: ObservedEndpoint): void {
  Comlink.expose(service, endpoint as Comlink.Endpoint);
}
