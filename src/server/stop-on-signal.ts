import type { Clock } from '../../protocol/runtime/clock.ts';

type Signal = 'SIGINT' | 'SIGTERM';

/** The part of `process` that stopping needs. */
export interface SignalSource {
  on(signal: Signal, listener: () => void): unknown;
  exit(code: number): void;
}

/** Signals within this time count as one: npm forwards a terminal's Ctrl-C to a process that has received it already. */
const SAME_SIGNAL_MS = 500;
/** Exit codes by which shells report a process that a signal ended. */
const EXIT_CODES: Readonly<Record<Signal, number>> = { SIGINT: 130, SIGTERM: 143 };

/** On the first signal, finishes accepted requests and exits; on a second signal, exits at once. */
export function stopOnSignal(source: SignalSource, clock: Clock, stop: () => Promise<void>): void {
  let firstMs: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    source.on(signal, () => {
      if (firstMs === undefined) {
        firstMs = clock.monotonicNow();
        void stop().then(
          () => source.exit(0),
          () => source.exit(1),
        );
      } else if (clock.monotonicNow() - firstMs >= SAME_SIGNAL_MS) {
        source.exit(EXIT_CODES[signal]);
      }
    });
}
