import type { Fragment } from 'hls.js';

/** Two are told for each turn of the loop, ten turns a second; a viewer who seeks about makes a few. */
const ABORTS_MAX = 6;

/**
 * Notices hls.js going round in circles. A seek drops a segment while the init segment of its level is still on its way; the
 * end of that request aborts the segment that was asked for next, which asks for the init segment anew and so aborts it
 * again, for ever.
 */
export class AbortLoop {
  #segment = '';
  #count = 0;

  /** A request for a segment was aborted; `true` where the same one has been too often, and nothing has come. */
  note({ type, level, sn }: Pick<Fragment, 'type' | 'level' | 'sn'>): boolean {
    const segment = `${type} ${level} ${sn}`;
    this.#count = segment === this.#segment ? this.#count + 1 : 1;
    this.#segment = segment;
    if (this.#count < ABORTS_MAX) return false;
    this.#count = 0;
    return true;
  }

  /** A segment has arrived. */
  end(): void {
    this.#count = 0;
  }
}
