/**
 * Part of a worker, of its global scope or of a port that Comlink uses; neither DOM nor worker types are available
 * here.
 */
interface NativeEndpoint {
  postMessage(message: unknown, transfer?: never): void;
  addEventListener(type: string, listener: never, options?: never): void;
  removeEventListener(type: string, listener: never, options?: never): void;
  start?: () => void;
}
type Listener = (event: { readonly data: unknown }) => void;

/** Sees every message of an endpoint, and calls what sends it or handles it. */
export interface MessageObserver {
  sending(message: unknown, send: () => void): void;
  receiving(event: { readonly data: unknown }, handle: () => void): void;
}

/** An endpoint for Comlink. Its observer may come while it is in use. */
export interface ObservedEndpoint {
  observer: MessageObserver | null;
  postMessage(message: unknown, transfer?: unknown): void;
  addEventListener(type: string, listener: unknown): void;
  removeEventListener(type: string, listener: unknown): void;
  start(): void;
}

export function observeEndpoint(endpoint: NativeEndpoint, observer: MessageObserver | null = null): ObservedEndpoint {
  // Comlink adds one for each `wrap` and each `expose`, and has one of them for an endpoint.
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
