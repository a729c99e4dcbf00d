/** Longest delay of a timer, some 24 days: with a longer delay it fires at once in every engine. */
const TIMER_MAX_MS = 2_147_483_647;

/** Delay in whole milliseconds, rounded up: platforms truncate fractions, and a task that runs early finds nothing due. */
export function timerDelayMs(delayMs: number): number {
  return Math.min(Math.ceil(delayMs), TIMER_MAX_MS);
}

/** Time as a parameter. Each thread supplies the system clock at its composition root, tests supply a fake. */
export interface Clock {
  /** Wall time, milliseconds since the epoch. For ages and stamps only: it can jump. */
  readonly now: () => number;
  /** Milliseconds that only grow, comparable across threads of one page (time origin added). For delays. */
  readonly monotonicNow: () => number;
  /** Runs `task` once, `delayMs` from now at the earliest; the returned function cancels it. */
  readonly after: (delayMs: number, task: () => void) => () => void;
}

/** When an event happened, on the clock of {@link Clock.monotonicNow}. */
export type MomentOf = (event: { readonly timeStamp: number }) => number;

export interface Random {
  /** Uniform in [0, 1). For sampling and jitter. */
  fraction(): number;
  /** Cryptographically strong bytes. For ids. */
  bytes(count: number): Uint8Array;
}

/** Resolves after `delayMs`; an abort resolves early, so callers must check the signal. */
export function delay(clock: Clock, delayMs: number, signal?: AbortSignalLike): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = (): void => {
      cancel();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(delayMs, end);
    signal?.addEventListener('abort', end);
  });
}

/** The part of `AbortSignal` that code without a DOM may use. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
