import { isAtRest } from '../../../protocol/host/host-vocabulary.ts';

/**
 * What the frame has said last that still holds: the state, and an error until there is another state. A second listener of
 * a name is no news to the frame, so it is told from here.
 */
export class StandingEvents {
  readonly #dataOf = new Map<string, unknown>();

  take(name: string, data: unknown): void {
    if (name === 'onStateChange') this.#dataOf.delete('onError');
    if (name === 'onStateChange' || name === 'onError') this.#dataOf.set(name, data);
  }

  /** `undefined` where there is nothing to tell. */
  of(name: string): unknown {
    const data = this.#dataOf.get(name);
    return name === 'onStateChange' && isAtRest(data) ? undefined : data;
  }

  /** Another document says everything anew. */
  clear(): void {
    this.#dataOf.clear();
  }
}
