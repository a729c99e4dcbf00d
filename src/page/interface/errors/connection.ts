import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { Emitter } from '../../player/emitter.ts';
import { defineFeature } from '../shared/features.ts';

/** How long it is said that the network is back. */
export const BACK_ONLINE_MS = 3_000;

/** `back`: online again, since a moment. */
export type ConnectionState = 'online' | 'offline' | 'back';

export interface ConnectionDependencies {
  readonly window: Pick<Window, 'navigator'> & Pick<EventTarget, 'addEventListener'>;
  readonly clock: Clock;
  /** The interface could not be loaded before. */
  readonly wasUnreached: boolean;
  readonly reportError: (error: unknown) => void;
}

/** The browser's view of the network: it knows whether there is one, not whether a server responds. */
export class Connection {
  readonly #clock: Clock;
  readonly #changed: Emitter<void>;
  #state: ConnectionState;
  #cancel: () => void = () => undefined;

  constructor({ window, clock, wasUnreached, reportError }: ConnectionDependencies) {
    this.#clock = clock;
    this.#changed = new Emitter(reportError);
    this.#state = wasUnreached || !window.navigator.onLine ? 'offline' : 'online';
    window.addEventListener('offline', () => this.#set('offline'));
    window.addEventListener('online', () => this.#return());
    if (wasUnreached) this.#return();
  }

  get = (): ConnectionState => this.#state;
  subscribe = (listener: () => void): (() => void) => this.#changed.on(listener);

  /** Browsers may repeat the event. */
  #return(): void {
    if (this.#state !== 'offline') return;
    this.#set('back');
    this.#cancel = this.#clock.after(BACK_ONLINE_MS, () => this.#set('online'));
  }

  #set(state: ConnectionState): void {
    this.#cancel();
    this.#state = state;
    this.#changed.emit();
  }
}

export const connection = defineFeature(
  ({ page }) =>
    new Connection({
      ...page,
      window: page.root.ownerDocument.defaultView ?? globalThis.window,
      wasUnreached: takeUnreached(page.root),
    }),
);

/** Removes the message of the first paint that the interface could not be loaded (mount-later.ts); `true` if there was one. */
function takeUnreached(root: HTMLElement): boolean {
  const wasUnreached = root.hasAttribute('data-unreached');
  root.removeAttribute('data-unreached');
  return wasUnreached;
}
