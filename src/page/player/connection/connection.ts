import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { Emitter } from '../emitter.ts';
import { nextConnectionState, type ConnectionInput, type ConnectionState } from './connection-table.ts';

/** Time for which the return of the network is shown. */
export const BACK_ONLINE_MS = 3_000;

export interface ConnectionDependencies {
  readonly window: Pick<Window, 'navigator'> & Pick<EventTarget, 'addEventListener'>;
  readonly clock: Clock;
  readonly reportError: (error: unknown) => void;
}

/**
 * State of the network as the browser reports it: whether there is a network, not whether a server responds. Part of the page,
 * because the interface may load only after the network has returned, and could not detect the loss.
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

  /** When the network was last known to be missing, on the monotonic clock. */
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
