import type { Clock } from '../../../protocol/runtime/clock.ts';

/** Interval of pings while a worker's response is awaited: a dead worker fires no event. */
export const WORKER_PING_INTERVAL_MS = 1_000;
export const WORKER_PING_TIMEOUT_MS = 3_000;

/** When a worker is pinged. The functions are evaluated at each check. */
export interface PingPolicy {
  readonly intervalMs: number;
  /** A worker that has not responded to a ping after this time is suspect. */
  readonly timeoutMs: number;
  /** Whether a caller waits for the worker. Otherwise there are no timers, until `watch()`. */
  readonly isNeeded: () => boolean;
  /** Time for which the page does not need the worker, milliseconds; until then the worker is not pinged. Absent: 0. */
  readonly plentyMs?: (() => number) | undefined;
  /** Whether a suspect worker may be replaced now, since it may just be busy. Absent: always. */
  readonly mayReplace?: (() => boolean) | undefined;
}

export interface LivenessOptions {
  readonly clock: Clock;
  readonly policy: PingPolicy;
  readonly ping: () => Promise<unknown>;
  readonly onChange: (change: 'silent' | 'responded') => void;
  readonly onDead: () => void;
}

/** Pings one worker periodically, because a dead worker fires no event. */
export class Liveness {
  readonly #options: LivenessOptions;
  #cancelCheck: (() => void) | null = null;
  #checkAtMs = 0;
  /** Not `null` while a ping is pending. */
  #cancelDeadline: (() => void) | null = null;
  #isSuspected = false;
  /** Whether the worker has proved alive since the last check, by other means than a ping. */
  #hasServed = false;
  #isUrgent = false;

  constructor(options: LivenessOptions) {
    this.#options = options;
  }

  /** Starts, advances or stops the checks, after a possible change of the policy's result. */
  watch(): void {
    const { isNeeded, intervalMs } = this.#options.policy;
    if (this.#isUrgent) return;
    if (isNeeded()) this.#checkAfter(intervalMs);
    else this.stop();
  }

  /** Pings now, and treats no response as death, whatever the policy says. */
  pingNow(): void {
    this.#isUrgent = true;
    if (this.#isSuspected) this.#check();
    else this.#ping();
  }

  noteServed(): void {
    this.#hasServed = true;
    this.#onPong();
  }

  stop(): void {
    this.#onPong();
    this.#hasServed = false;
    this.#cancelCheck?.();
    this.#cancelCheck = null;
  }

  /** Schedules a check; an earlier check that is already scheduled stays. */
  #checkAfter(delayMs: number): void {
    const { clock } = this.#options;
    const checkAtMs = clock.monotonicNow() + delayMs;
    if (this.#cancelCheck !== null && this.#checkAtMs <= checkAtMs) return;
    this.#cancelCheck?.();
    this.#checkAtMs = checkAtMs;
    this.#cancelCheck = clock.after(delayMs, () => this.#check());
  }

  #check(): void {
    const { isNeeded, plentyMs, mayReplace, intervalMs } = this.#options.policy;
    this.#cancelCheck?.();
    this.#cancelCheck = null;
    if (!this.#isUrgent) {
      if (!isNeeded()) return this.stop();
      const quietMs = plentyMs?.() ?? 0;
      if (quietMs > 0) {
        this.#onPong();
        return this.#checkAfter(Math.max(quietMs, intervalMs));
      }
    }
    if (this.#isSuspected) {
      if (this.#isUrgent || (mayReplace?.() ?? true)) return this.#options.onDead();
    } else if (!this.#hasServed) this.#ping();
    this.#hasServed = false;
    this.#checkAfter(intervalMs);
  }

  #ping(): void {
    if (this.#cancelDeadline !== null) return;
    const { clock, policy, ping } = this.#options;
    this.#cancelDeadline = clock.after(policy.timeoutMs, this.#suspect);
    ping().then(this.#onPong, this.#suspect);
  }

  /** Clears the suspicion: any response of this worker counts, however late. */
  readonly #onPong = (): void => {
    this.#cancelDeadline?.();
    this.#cancelDeadline = null;
    this.#isUrgent = false;
    if (!this.#isSuspected) return;
    this.#isSuspected = false;
    this.#options.onChange('responded');
  };

  readonly #suspect = (): void => {
    if (this.#cancelDeadline === null) return;
    this.#isSuspected = true;
    this.#options.onChange('silent');
    // Checks in a separate task: if main was the busy thread, the response is in its queue.
    this.#checkAfter(0);
  };
}
