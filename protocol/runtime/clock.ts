/** Longer timers fire at once in every engine; a clock stops at this, some 24 days. */
const TIMER_MAX_MS = 2_147_483_647;

/** What to ask the platform for. It cuts off parts of a millisecond, and a task that comes early finds nothing due. */
export function timerDelayMs(delayMs: number): number {
  return Math.min(Math.ceil(delayMs), TIMER_MAX_MS);
}

/**
 * Time and chance as parameters. Each side supplies its own system version at its composition root, tests a fake one.
 */
export interface Clock {
  /** Wall time, milliseconds since the epoch. For ages and stamps only: it can jump. */
  now(): number;
  /** Milliseconds that only ever grow, comparable across threads of one page (time origin added). For delays. */
  monotonicNow(): number;
  /** Runs `task` once, `delayMs` from now at the earliest; the returned function calls it off. */
  after(delayMs: number, task: () => void): () => void;
}

/** When an event happened, as {@link Clock.monotonicNow} counts. */
export type MomentOf = (event: { readonly timeStamp: number }) => number;

export interface Random {
  /** Uniform in [0, 1). For sampling and jitter. */
  fraction(): number;
  /** Cryptographically strong bytes. For ids. */
  bytes(count: number): Uint8Array;
}

/** Resolves after `delayMs`; an abort resolves early, so callers look at the signal. */
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

/** As much of `AbortSignal` as code without a DOM may name. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
