import type { Clock } from '../../../../protocol/runtime/clock.ts';

/** Messages that were not taken are counted and reported this often at most. Our choice. */
export const IGNORED_REPORT_INTERVAL_MS = 10_000;

export type IgnoredReason =
  | 'not-from-parent'
  | 'wrong-origin'
  | 'not-text'
  | 'too-long'
  | 'too-many'
  | 'not-json'
  | 'invalid'
  | 'wrong-session'
  | 'not-enabled'
  | 'unknown-command'
  | 'queue-full';

export type IgnoredCounts = Readonly<Partial<Record<IgnoredReason, number>>>;

/** Counts what is not taken (H2) and reports the counts now and then, so that a flood of messages is not one of events. */
export class IgnoredMessages {
  readonly #clock: Clock;
  readonly #report: (counts: IgnoredCounts) => void;
  #counts: Partial<Record<IgnoredReason, number>> = {};
  #cancelReport: (() => void) | null = null;

  constructor(clock: Clock, report: (counts: IgnoredCounts) => void) {
    this.#clock = clock;
    this.#report = report;
  }

  count(reason: IgnoredReason, times = 1): void {
    this.#counts[reason] = (this.#counts[reason] ?? 0) + times;
    this.#cancelReport ??= this.#clock.after(IGNORED_REPORT_INTERVAL_MS, this.flush);
  }

  flush = (): void => {
    if (this.#cancelReport === null) return;
    this.#cancelReport();
    this.#cancelReport = null;
    const counts = this.#counts;
    this.#counts = {};
    this.#report(counts);
  };
}
