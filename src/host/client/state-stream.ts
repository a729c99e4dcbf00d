import type { PlayerStateName } from './types.ts';

export interface WritableStateStream {
  /** The iterator for pages. Its methods need no `this`, because frameworks wrap it in a proxy. */
  readonly stream: AsyncIterableIterator<PlayerStateName>;
  /** Ignores a repeated state: a late listener of the frame receives the current state again. */
  readonly push: (state: PlayerStateName) => void;
  readonly end: () => void;
}

/** States in order, for `for await`. Unread states are queued; leaving the loop ends the subscription. */
export function makeStateStream(present: PlayerStateName, onEnd: () => void): WritableStateStream {
  const waiting: PlayerStateName[] = [present];
  let latest = present;
  let wake: (() => void) | null = null;
  let hasEnded = false;

  const push = (state: PlayerStateName): void => {
    if (state === latest) return;
    latest = state;
    waiting.push(state);
    wake?.();
  };
  const end = (): void => {
    if (hasEnded) return;
    hasEnded = true;
    onEnd();
    wake?.();
  };
  const stream: AsyncIterableIterator<PlayerStateName> = {
    async next() {
      // Several readers may wait; each checks the queue again when it is woken.
      const isWanting = (): boolean => waiting.length === 0 && !hasEnded;
      while (isWanting())
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      const value = waiting.shift();
      return value === undefined ? { done: true, value: undefined } : { done: false, value };
    },
    return() {
      waiting.length = 0;
      end();
      return Promise.resolve({ done: true, value: undefined });
    },
    [Symbol.asyncIterator]: () => stream,
  };
  return { stream, push, end };
}
