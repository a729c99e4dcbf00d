import { hasNotPlayed } from '../../../protocol/host/player-state.ts';

/**
 * The last events that still hold: the state, and an error until the state changes. The frame does not repeat them for
 * a second listener of a name, so the script sends them from here.
 */
export class StandingEvents {
  readonly #dataOf = new Map<string, unknown>();

  take(name: string, data: unknown): void {
    if (name === 'onStateChange') this.forgetError();
    if (name === 'onStateChange' || name === 'onError') this.#dataOf.set(name, data);
  }

  /** Data of the last event of that name; `undefined` without such an event. */
  of(name: string): unknown {
    const data = this.#dataOf.get(name);
    return name === 'onStateChange' && hasNotPlayed(data) ? undefined : data;
  }

  /** Call it when a delivery has another state: the frame sends state events only to a host that listens for them. */
  forgetError(): void {
    this.#dataOf.delete('onError');
  }

  /** Call it for a new document, which sends its events again. */
  clear(): void {
    this.#dataOf.clear();
  }
}
