import type { Receivers } from '../../src/page/interface/television/receivers.ts';

/** `RemotePlayback` as specified, with a list of receivers from which the test chooses in place of the viewer. */
export class FakeReceivers extends EventTarget implements Receivers {
  state: RemotePlaybackState = 'disconnected';
  /** Name of the error with which the browser refuses to watch; `null` if it permits it. */
  refusesToWatch: string | null = null;
  isAvailable = false;
  prompts = 0;
  readonly #watching = new Map<number, RemotePlaybackAvailabilityCallback>();
  #lastId = 0;
  #list: { readonly resolve: () => void; readonly reject: (error: DOMException) => void } | null = null;

  get watchers(): number {
    return this.#watching.size;
  }

  watchAvailability(callback: RemotePlaybackAvailabilityCallback): Promise<number> {
    if (this.refusesToWatch !== null) return Promise.reject(new DOMException('', this.refusesToWatch));
    const id = (this.#lastId += 1);
    this.#watching.set(id, callback);
    // The callback runs after the promise has settled.
    queueMicrotask(() => queueMicrotask(() => this.#watching.get(id)?.(this.isAvailable)));
    return Promise.resolve(id);
  }

  cancelWatchAvailability(id?: number): Promise<void> {
    if (id === undefined) this.#watching.clear();
    else if (!this.#watching.delete(id)) return Promise.reject(new DOMException('', 'NotFoundError'));
    return Promise.resolve();
  }

  prompt(): Promise<void> {
    this.prompts += 1;
    if (this.#list !== null) return Promise.reject(new DOMException('', 'OperationError'));
    return new Promise((resolve, reject) => {
      this.#list = { resolve, reject };
    });
  }

  /** Sets whether a receiver is available, and notifies the watchers. */
  find(isAvailable: boolean): void {
    this.isAvailable = isAvailable;
    for (const callback of this.#watching.values()) callback(isAvailable);
  }

  /** Rejects the prompt: the viewer closes the list, or the browser has nothing to show in it. */
  refuse(name: string): void {
    this.#list?.reject(new DOMException('', name));
    this.#list = null;
  }

  /** Resolves the prompt: the viewer chooses a receiver. */
  choose(): void {
    this.#list?.resolve();
    this.#list = null;
    this.#enter('connecting', 'connecting');
  }

  connect = (): void => this.#enter('connected', 'connect');
  disconnect = (): void => this.#enter('disconnected', 'disconnect');

  #enter(state: RemotePlaybackState, event: string): void {
    this.state = state;
    this.dispatchEvent(new Event(event));
  }
}
