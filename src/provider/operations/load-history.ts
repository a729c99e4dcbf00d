import * as z from 'zod/mini';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { LoadCounts, type LoadPoint } from '../../../protocol/provider/observation.ts';
import { bucketOf, percentile, type Buckets } from './duration-buckets.ts';

export const LOAD_STEP_MS = 30_000;
/** Six hours: in the morning, an operator can see how a problem of the night began. */
const STEPS_MAX = 720;
/** The last bucket begins at half a minute: clients have given up by then. */
const LATENCIES: Buckets = { edgeMs: 1, first: 0, last: 60 };
/** Age from which a running step is shown: the rate of its first second would look like a peak. */
const SHOWN_AFTER_MS = 5_000;

interface Step extends Omit<LoadPoint, 'atMs' | 'lengthMs'> {
  /** On the monotonic clock: a correction of the wall clock moves all steps, and keeps their order. */
  readonly startedMs: number;
}

const NONE: Readonly<LoadCounts> = { requests: 0, errors: 0, refused: 0, shedRows: 0, events: 0 };
const NAMES = z.keyof(LoadCounts).options;

/**
 * Load of this process in the last hours, in steps. It is in memory, so that it is readable while the database is not and
 * costs no write, and ends with the process; monitoring that reads `/metrics` keeps longer histories.
 */
export class LoadHistory {
  readonly #clock: Clock;
  readonly #steps: Step[] = [];
  readonly #durations = new Map<number, number>();
  #startedMs: number;
  /** The longest wait of a new connection in the running step. */
  #newcomerMs: number | null = null;
  #counts: LoadCounts = { ...NONE };
  readonly #totals: LoadCounts = { ...NONE };

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startedMs = clock.monotonicNow();
  }

  /** A request got its response, an error or not. */
  request(durationMs: number): void {
    this.add('requests', 1);
    const bucket = bucketOf(durationMs, LATENCIES);
    this.#durations.set(bucket, (this.#durations.get(bucket) ?? 0) + 1);
  }

  /** Notes the wait of a new connection for its response. */
  newcomer(waitMs: number): void {
    this.#endSteps();
    this.#newcomerMs = Math.max(this.#newcomerMs ?? 0, waitMs);
  }

  add(what: keyof LoadCounts, count: number): void {
    this.#endSteps();
    this.#counts[what] += count;
    this.#totals[what] += count;
  }

  /** Counts since the start of the process. */
  totals(): LoadCounts {
    return { ...this.#totals };
  }

  /** The oldest first; the last one is still running. */
  points(): LoadPoint[] {
    this.#endSteps();
    const elapsedMs = this.#clock.monotonicNow() - this.#startedMs;
    const points = this.#steps.map((step) => this.#pointOf(step, LOAD_STEP_MS));
    return elapsedMs < SHOWN_AFTER_MS ? points : [...points, this.#pointOf(this.#running(), elapsedMs)];
  }

  /** Sums over the steps that reach into the last `withinMs` milliseconds, including the running step. */
  lately(withinMs: number): LoadCounts {
    this.#endSteps();
    const sinceMs = this.#clock.monotonicNow() - withinMs;
    const steps = this.#steps.filter(({ startedMs }) => startedMs + LOAD_STEP_MS > sinceMs);
    const sums = { ...this.#counts };
    for (const step of steps) for (const name of NAMES) sums[name] += step[name];
    return sums;
  }

  /** Steps without a request are steps, too. */
  #endSteps(): void {
    const nowMs = this.#clock.monotonicNow();
    const oldestMs = nowMs - STEPS_MAX * LOAD_STEP_MS;
    while (nowMs - this.#startedMs >= LOAD_STEP_MS) {
      if (this.#startedMs >= oldestMs) this.#steps.push(this.#running());
      this.#startedMs += LOAD_STEP_MS;
      this.#counts = { ...NONE };
      this.#durations.clear();
      this.#newcomerMs = null;
    }
    if (this.#steps.length > STEPS_MAX) this.#steps.splice(0, this.#steps.length - STEPS_MAX);
  }

  #running(): Step {
    const at = (share: number): number | null => percentile(this.#durations, share, LATENCIES);
    const newcomerMs = this.#newcomerMs;
    return { startedMs: this.#startedMs, ...this.#counts, p50Ms: at(0.5), p99Ms: at(0.99), newcomerMs };
  }

  #pointOf({ startedMs, ...point }: Step, lengthMs: number): LoadPoint {
    const ageMs = this.#clock.monotonicNow() - startedMs;
    return { atMs: Math.round(this.#clock.now() - ageMs), lengthMs: Math.round(lengthMs), ...point };
  }
}
