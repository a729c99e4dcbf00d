import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { Infrastructure } from '../infrastructure.ts';
import {
  LATENCY_ENTRY_MAX_AGE_MS,
  LATENCY_PURGE_INTERVAL_MS,
  LATENCY_REPEATS_MAX,
} from '../../../../protocol/constants.ts';

interface Action {
  readonly name: string;
  readonly startMs: number;
  readonly ticks: Map<string, number>;
  readonly spans: Map<string, number>;
  readonly infos: Map<string, string>;
}

/**
 * L8: how long things take. An action is begun, gets ticks, spans and infos, and is logged as one event when it ends. A key
 * that keeps coming says nothing new after five times, and an action that nobody ends is let go after a minute.
 */
export class LatencyLog {
  readonly #clock: Clock;
  readonly #log: Infrastructure['log'];
  readonly #actions = new Map<string, Action>();
  /** How often each key of an action came. */
  readonly #repeats = new Map<Action, Map<string, number>>();
  #isPurgeDue = false;

  constructor(clock: Clock, infrastructure: Pick<Infrastructure, 'log'>) {
    this.#clock = clock;
    this.#log = (name, payload) => infrastructure.log(name, payload);
  }

  /** `id` names this run of the action; an earlier run of the same id is dropped. `startMs`: where it is past already. */
  begin(id: string, name = id, startMs = this.#clock.monotonicNow()): void {
    this.#forget(id);
    const action: Action = { name, startMs, ticks: new Map(), spans: new Map(), infos: new Map() };
    this.#actions.set(id, action);
    this.#repeats.set(action, new Map());
    if (!this.#isPurgeDue) this.#schedulePurge();
  }

  /** A moment of the action, by default now; the first one of a key counts. */
  tick(id: string, key: string, atMs: number = this.#clock.monotonicNow()): void {
    const action = this.#counted(id, key);
    if (action !== null && !action.ticks.has(key)) action.ticks.set(key, round(atMs - action.startMs));
  }

  /** How long a part of it took that ends now; several of a key add up. */
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
    this.#forget(id);
    this.#log('latencyAction', {
      action: action.name,
      ticks: Object.fromEntries(action.ticks),
      spans: Object.fromEntries(action.spans),
      infos: Object.fromEntries(action.infos),
    });
  }

  /** `null` for an action that is not on, and for a key that has come too often. */
  #counted(id: string, key: string): Action | null {
    const action = this.#actions.get(id);
    const repeats = action && this.#repeats.get(action);
    if (action === undefined || repeats === undefined) return null;
    const count = (repeats.get(key) ?? 0) + 1;
    repeats.set(key, count);
    return count > LATENCY_REPEATS_MAX ? null : action;
  }

  #schedulePurge(): void {
    this.#isPurgeDue = true;
    this.#clock.after(LATENCY_PURGE_INTERVAL_MS, () => {
      const oldestMs = this.#clock.monotonicNow() - LATENCY_ENTRY_MAX_AGE_MS;
      for (const [id, { startMs }] of this.#actions) if (startMs <= oldestMs) this.#forget(id);
      this.#isPurgeDue = false;
      if (this.#actions.size > 0) this.#schedulePurge();
    });
  }

  #forget(id: string): void {
    const action = this.#actions.get(id);
    if (action !== undefined) this.#repeats.delete(action);
    this.#actions.delete(id);
  }
}

/** Tenths of a millisecond: finer is noise. */
function round(durationMs: number): number {
  return Math.round(durationMs * 10) / 10;
}
