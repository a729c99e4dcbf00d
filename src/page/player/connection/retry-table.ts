/** Whether a network error is retried without the viewer. */
export type RetryState =
  /** No attempt follows an error: no loss of the network is known. */
  | 'none'
  /** The next attempt waits for the return of the network. */
  | 'away'
  /** Attempts follow errors: a request from before the loss of the network may fail long after the return. */
  | 'back'
  /** An error has occurred, and the next attempt is scheduled. */
  | 'due';

export type RetryInput =
  | 'lost'
  | 'returned'
  /** A network error, with an attempt left. */
  | 'failed'
  /** A network error, without an attempt left. */
  | 'spent'
  /** The error has ended: an attempt has begun, possibly by the viewer's press. */
  | 'cleared';

const TRANSITIONS: Readonly<Record<RetryState, Partial<Record<RetryInput, RetryState>>>> = {
  none: { lost: 'away' },
  away: { returned: 'back' },
  back: { lost: 'away', failed: 'due', spent: 'none' },
  due: { lost: 'away', cleared: 'back' },
};

/** `undefined`: the input has no effect in this state. */
export function nextRetryState(state: RetryState, input: RetryInput): RetryState | undefined {
  return TRANSITIONS[state][input];
}
