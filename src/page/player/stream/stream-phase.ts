/** Phase of the stream of the present video. */
export type StreamPhase =
  /** There is no video, or the provider has not responded about it. */
  | 'none'
  /** The addresses of the stream are known; nothing has been fetched. */
  | 'prepared'
  /** An engine is being opened; with a head start the element may already play. */
  | 'opening'
  | 'open'
  /** Recovery has failed. The engine is kept for another attempt. */
  | 'failed'
  /** The engine makes another attempt. */
  | 'recovering';

export type StreamInput = 'prepare' | 'open' | 'opened' | 'fail' | 'recover' | 'close';

const ANYWHERE = { prepare: 'prepared', close: 'none' } as const;

/** An input without a cell is late, and is ignored. */
const TRANSITIONS: Readonly<Record<StreamPhase, Readonly<Partial<Record<StreamInput, StreamPhase>>>>> = {
  none: ANYWHERE,
  prepared: { ...ANYWHERE, open: 'opening', fail: 'failed' },
  opening: { ...ANYWHERE, opened: 'open', fail: 'failed' },
  open: { ...ANYWHERE, fail: 'failed' },
  failed: { ...ANYWHERE, open: 'opening', recover: 'recovering' },
  recovering: { ...ANYWHERE, opened: 'open', fail: 'failed' },
};

/** The phase of a stream, which inputs change. */
export class PhaseMachine {
  #current: StreamPhase = 'none';

  get current(): StreamPhase {
    return this.#current;
  }

  /** Returns `false` if the input has no effect in this phase. */
  take(input: StreamInput): boolean {
    const next = TRANSITIONS[this.#current][input];
    if (next !== undefined) this.#current = next;
    return next !== undefined;
  }

  /** Whether the element belongs to this stream, which may then seek, play and pause it. */
  get hasElement(): boolean {
    return this.#current === 'opening' || this.#current === 'open' || this.#current === 'recovering';
  }
}
