/** How far the stream of the present video is. */
export type StreamPhase =
  /** There is no video, or the provider has not said what to play. */
  | 'none'
  /** The addresses of the stream are known; nothing has been fetched. */
  | 'prepared'
  /** An engine is on its way to the element; with a head start the element may play already. */
  | 'opening'
  | 'open'
  /** Recovery has failed. The engine is kept: it can try again. */
  | 'failed'
  /** The engine tries again. */
  | 'recovering';

export type StreamInput = 'prepare' | 'open' | 'opened' | 'fail' | 'recover' | 'close';

const ANYWHERE = { prepare: 'prepared', close: 'none' } as const;

/** An input without a cell is late. */
const TRANSITIONS: Readonly<Record<StreamPhase, Readonly<Partial<Record<StreamInput, StreamPhase>>>>> = {
  none: ANYWHERE,
  prepared: { ...ANYWHERE, open: 'opening', fail: 'failed' },
  opening: { ...ANYWHERE, opened: 'open', fail: 'failed' },
  open: { ...ANYWHERE, fail: 'failed' },
  failed: { ...ANYWHERE, open: 'opening', recover: 'recovering' },
  recovering: { ...ANYWHERE, opened: 'open', fail: 'failed' },
};

/** The phase of a stream, which inputs move. */
export class PhaseMachine {
  #current: StreamPhase = 'none';

  get current(): StreamPhase {
    return this.#current;
  }

  /** `false`: the input means nothing in this phase, and changes nothing. */
  take(input: StreamInput): boolean {
    const next = TRANSITIONS[this.#current][input];
    if (next !== undefined) this.#current = next;
    return next !== undefined;
  }

  /** The element is this stream's: it may be moved, played and paused. */
  get hasElement(): boolean {
    return this.#current === 'opening' || this.#current === 'open' || this.#current === 'recovering';
  }
}
