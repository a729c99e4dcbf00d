/**
 * The part of a worker, a worker's global scope or a port that Comlink uses; neither DOM nor worker types are available
 * here.
 */
interface NativeEndpoint {
  postMessage(message: unknown, transfer?: never): void;
  addEventListener(type: string, listener: never, options?: never): void;
  removeEventListener(type: string, listener: never, options?: never): void;
  start?: () => void;
}
type Listener = (event: { readonly data: unknown }) => void;

/** Receives every message of an endpoint, and has to call `send` or `handle` for it. */
export interface MessageObserver {
  sending(message: unknown, send: () => void): void;
  receiving(event: { readonly data: unknown }, handle: () => void): void;
}

/** An endpoint for Comlink. Its observer may be set while it is in use. */
export interface ObservedEndpoint {
  observer: MessageObserver | null;
  postMessage(message: unknown, transfer?: unknown): void;
  addEventListener(type: string, listener: unknown): void;
  removeEventListener(type: string, listener: unknown): void;
  start(): void;
}

export function observeEndpoint(endpoint: NativeEndpoint, observer: MessageObserver | null = null): ObservedEndpoint {
  // One listener suffices: Comlink adds one for a `wrap` or an `expose`, and each endpoint has only one of these.
  let listening: Listener | null = null;
  const observed: ObservedEndpoint = {
    observer,
    postMessage(message, transfer) {
      const send = (): void => endpoint.postMessage(message, transfer as never);
      if (observed.observer === null) send();
      else observed.observer.sending(message, send);
    },
    addEventListener(type, listener) {
      listening = (event: { readonly data: unknown }): void => {
        const handle = (): void => (listener as Listener)(event);
        if (observed.observer === null) handle();
        else observed.observer.receiving(event, handle);
      };
      endpoint.addEventListener(type, listening as never);
    },
    removeEventListener(type) {
      endpoint.removeEventListener(type, listening as never);
    },
    start: () => endpoint.start?.(),
  };
  return observed;
}
