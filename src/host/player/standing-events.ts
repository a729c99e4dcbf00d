import { hasNotPlayed } from '../../../protocol/host/player-state.ts';

/**
 * The last events that still hold: the state, and an error until the state changes. The frame does not repeat them for
 * a second listener of a name, so that one gets them from here.
 */
export class StandingEvents {
  readonly #dataOf = new Map<string, unknown>();

  take(name: string, data: unknown): void {
    if (name === 'onStateChange') this.forgetError();
    if (name === 'onStateChange' || name === 'onError') this.#dataOf.set(name, data);
  }

  /** Data of the last event of that name; `undefined` without one. */
  of(name: string): unknown {
    const data = this.#dataOf.get(name);
    return name === 'onStateChange' && hasNotPlayed(data) ? undefined : data;
  }

  /** The state has changed; events about that come only if a host listens for them. */
  forgetError(): void {
    this.#dataOf.delete('onError');
  }

  /** A new document sends everything again. */
  clear(): void {
    this.#dataOf.clear();
  }
}
