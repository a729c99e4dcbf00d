import type { Clock } from '../../protocol/runtime/clock.ts';

type Signal = 'SIGINT' | 'SIGTERM';

/** As much of `process` as stopping needs. */
export interface SignalSource {
  on(signal: Signal, listener: () => void): unknown;
  exit(code: number): void;
}

/** npm passes a terminal's Ctrl-C on to a process that has had it already: two so close together are one. */
const SAME_SIGNAL_MS = 500;
/** What shells report of a process that a signal has ended. */
const EXIT_CODES: Readonly<Record<Signal, number>> = { SIGINT: 130, SIGTERM: 143 };

/** The first signal finishes what was taken, then ends; a second one ends at once. */
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
