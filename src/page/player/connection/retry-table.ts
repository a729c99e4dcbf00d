/** Whether an error of the network is tried again without the viewer. */
export type RetryState =
  /** No attempt follows an error: nothing says that the network was lost. */
  | 'none'
  /** The next attempt waits for the return of the network. */
  | 'away'
  /** Attempts follow errors: a request from before the loss of the network may fail long after the return. */
  | 'back'
  /** There is an error, and the next attempt has its time. */
  | 'due';

export type RetryInput =
  | 'lost'
  | 'returned'
  /** An error of the network. */
  | 'failed'
  /** Another failure, without an attempt left. */
  | 'spent'
  /** The error is gone: an attempt has begun, also by the viewer's press. */
  | 'cleared';

const TRANSITIONS: Readonly<Record<RetryState, Partial<Record<RetryInput, RetryState>>>> = {
  none: { lost: 'away' },
  away: { returned: 'back' },
  back: { lost: 'away', failed: 'due', spent: 'none' },
  due: { lost: 'away', cleared: 'back' },
};

/** `undefined`: the input means nothing in this state. */
export function nextRetryState(state: RetryState, input: RetryInput): RetryState | undefined {
  return TRANSITIONS[state][input];
}
