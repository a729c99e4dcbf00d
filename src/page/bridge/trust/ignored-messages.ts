import type { Clock } from '../../../../protocol/runtime/clock.ts';

/** Interval of reports; the last report is sent as the page unloads. */
export const IGNORED_REPORT_INTERVAL_MS = 10_000;

/** Reasons as events carry them; `not-from-parent` is a message whose sender is no ancestor of this frame. */
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

export interface IgnoredMessagesOptions {
  readonly clock: Clock;
  readonly report: (counts: IgnoredCounts) => void;
  readonly warn: (message: string) => void;
}

/**
 * Counts ignored messages (H2) and reports the counts periodically, so that a flood of messages causes few events. The
 * sender gets no response; two mistakes that are hard to find are explained in the console, once each.
 */
export class IgnoredMessages {
  readonly #options: IgnoredMessagesOptions;
  readonly #warned = new Set<IgnoredReason>();
  #counts: Partial<Record<IgnoredReason, number>> = {};
  #cancelReport: (() => void) | null = null;

  constructor(options: IgnoredMessagesOptions) {
    this.#options = options;
  }

  add(counts: IgnoredCounts): void {
    for (const reason of Object.keys(counts) as IgnoredReason[]) this.count(reason, counts[reason]);
  }

  count(reason: IgnoredReason, times = 1): void {
    this.#counts[reason] = (this.#counts[reason] ?? 0) + times;
    this.#cancelReport ??= this.#options.clock.after(IGNORED_REPORT_INTERVAL_MS, () => this.report());
  }

  /** `origin` is the sender's origin, `known` the origin that this player accepts. */
  explain(reason: IgnoredReason, origin: string, known: string | null): void {
    if (reason === 'wrong-origin')
      this.#warnOnce(
        reason,
        `messages from ${origin} are ignored: this player listens to ${known} only. ` +
          'Set the origin parameter of the embed address to the origin of the page.',
      );
    if (reason === 'not-enabled')
      this.#warnOnce(reason, 'messages are ignored: add enablejsapi=1 to the embed address to control the player.');
  }

  /** Logs the counts since the last report; also called when the page unloads, which cannot wait for the timer. */
  report(): void {
    if (this.#cancelReport === null) return;
    this.#cancelReport();
    this.#cancelReport = null;
    const counts = this.#counts;
    this.#counts = {};
    this.#options.report(counts);
  }

  #warnOnce(reason: IgnoredReason, message: string): void {
    if (this.#warned.has(reason)) return;
    this.#warned.add(reason);
    this.#options.warn(`Oriel: ${message}`);
  }
}
