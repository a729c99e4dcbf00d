import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { Emitter } from '../emitter.ts';
import { nextConnectionState, type ConnectionInput, type ConnectionState } from './connection-table.ts';

/** How long it is said that the network is back. */
export const BACK_ONLINE_MS = 3_000;

export interface ConnectionDependencies {
  readonly window: Pick<Window, 'navigator'> & Pick<EventTarget, 'addEventListener'>;
  readonly clock: Clock;
  readonly reportError: (error: unknown) => void;
}

/**
 * The browser's view of the network: it knows whether there is one, not whether a server responds. It is the page's, since
 * the interface may come after the network has returned, and would not know that it was lost.
 */
export class Connection {
  readonly #clock: Clock;
  readonly #changed: Emitter<void>;
  #state: ConnectionState;
  #awayMs = -Infinity;
  #cancel = (): void => undefined;

  constructor({ window, clock, reportError }: ConnectionDependencies) {
    this.#clock = clock;
    this.#changed = new Emitter(reportError);
    this.#state = window.navigator.onLine ? 'online' : 'offline';
    window.addEventListener('offline', () => this.note('lost'));
    window.addEventListener('online', () => this.note('returned'));
  }

  get = (): ConnectionState => this.#state;
  subscribe = (listener: () => void): (() => void) => this.#changed.on(listener);

  /** When the network was last known to be away, on the monotonic clock. */
  lastAwayMs = (): number => (this.#state === 'offline' ? this.#clock.monotonicNow() : this.#awayMs);

  note(input: ConnectionInput): void {
    const next = nextConnectionState(this.#state, input);
    if (next === undefined) return;
    this.#cancel();
    this.#awayMs = this.lastAwayMs();
    this.#state = next;
    if (next === 'back') this.#cancel = this.#clock.after(BACK_ONLINE_MS, () => this.note('settled'));
    this.#changed.emit();
  }
}
