import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { Infrastructure } from '../infrastructure/infrastructure.ts';
import {
  LATENCY_ENTRY_MAX_AGE_MS,
  LATENCY_PURGE_INTERVAL_MS,
  LATENCY_REPEATS_MAX,
} from '../../../protocol/constants.ts';

interface Action {
  readonly name: string;
  readonly startMs: number;
  readonly ticks: Map<string, number>;
  readonly spans: Map<string, number>;
  readonly infos: Map<string, string>;
  /** Number of occurrences of each key. */
  readonly repeats: Map<string, number>;
}

/**
 * Logs durations of actions (L8). An action is begun, gets ticks, spans and infos, and is logged as one event when it ends. A key
 * is ignored after five occurrences, because more add no information; an action without an end is dropped after a minute.
 */
export class LatencyLog {
  readonly #clock: Clock;
  readonly #log: Infrastructure['log'];
  readonly #actions = new Map<string, Action>();
  #isPurging = false;

  constructor(clock: Clock, infrastructure: Pick<Infrastructure, 'log'>) {
    this.#clock = clock;
    this.#log = (name, payload) => infrastructure.log(name, payload);
  }

  /** Begins a run of an action, named by `id`; an earlier run of the same id is dropped. `startMs`: a start in the past. */
  begin(id: string, name = id, startMs = this.#clock.monotonicNow()): void {
    this.#actions.set(id, {
      name,
      startMs,
      ticks: new Map(),
      spans: new Map(),
      infos: new Map(),
      repeats: new Map(),
    });
    if (!this.#isPurging) this.#purgeLater();
  }

  /** Records a moment of the action, by default now; only the first moment of a key counts. */
  tick(id: string, key: string, atMs: number = this.#clock.monotonicNow()): void {
    const action = this.#counted(id, key);
    if (action !== null && !action.ticks.has(key)) action.ticks.set(key, round(atMs - action.startMs));
  }

  /** Records the duration of a part of an action, which ends now; durations of one key add up. */
  span(id: string, key: string, startMs: number): void {
    const action = this.#counted(id, key);
    action?.spans.set(key, round((action.spans.get(key) ?? 0) + this.#clock.monotonicNow() - startMs));
  }

  info(id: string, key: string, value: string): void {
    this.#counted(id, key)?.infos.set(key, value);
  }

  /** Logs the action. */
  end(id: string): void {
    const action = this.#actions.get(id);
    if (action === undefined) return;
    this.#actions.delete(id);
    this.#log('latencyAction', {
      action: action.name,
      ticks: Object.fromEntries(action.ticks),
      spans: Object.fromEntries(action.spans),
      infos: Object.fromEntries(action.infos),
    });
  }

  /** Counts a key; `null` without such an action, and for a key that has occurred too often. */
  #counted(id: string, key: string): Action | null {
    const action = this.#actions.get(id);
    if (action === undefined) return null;
    const count = (action.repeats.get(key) ?? 0) + 1;
    action.repeats.set(key, count);
    return count > LATENCY_REPEATS_MAX ? null : action;
  }

  #purgeLater(): void {
    this.#isPurging = this.#actions.size > 0;
    if (!this.#isPurging) return;
    this.#clock.after(LATENCY_PURGE_INTERVAL_MS, () => {
      const oldestMs = this.#clock.monotonicNow() - LATENCY_ENTRY_MAX_AGE_MS;
      for (const [id, { startMs }] of this.#actions) if (startMs <= oldestMs) this.#actions.delete(id);
      this.#purgeLater();
    });
  }
}

/** Rounds to tenths of a millisecond: finer differences are noise. */
function round(durationMs: number): number {
  return Math.round(durationMs * 10) / 10;
}
