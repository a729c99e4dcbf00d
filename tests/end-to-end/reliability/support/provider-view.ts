import { expect } from 'vitest';
import { stripGuardPrefix } from '../../../../protocol/provider/guard-prefix.ts';
import type {
  ObservationSummary,
  ObservedErrorReport,
  ObservedEvent,
} from '../../../../protocol/provider/observation.ts';

/** The faults that `src/provider/scenarios.ts` can apply to a request. */
export type Fault =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'slow' | 'late-answer'; readonly delayMs: number }
  | { readonly kind: 'reset' | 'lost-answer' | 'hang' };

interface Scenario {
  readonly path: string;
  readonly times?: number;
  readonly fault: Fault;
}

/** A retry comes after 5 s and more, on a machine that may be busy. */
const ARRIVAL_TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 50;

/** The provider as its operator sees it: what it stored, and its switchable faults. */
export class ProviderView {
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Applies the fault to every log request until it is cleared. */
  async breakLog(fault: Fault, times?: number): Promise<void> {
    await this.#setScenarios([{ path: 'log_event', fault, ...(times === undefined ? {} : { times }) }]);
  }

  async heal(): Promise<void> {
    await this.#read('scenarios', { method: 'DELETE' });
  }

  /** Number of log requests that met the fault. */
  async faultCount(): Promise<number> {
    const active = await this.#read<{ hits: number }[]>('scenarios');
    return active.reduce((sum, { hits }) => sum + hits, 0);
  }

  async untilFaults(count: number): Promise<void> {
    await expect.poll(() => this.faultCount(), POLLING).toBeGreaterThanOrEqual(count);
  }

  /** Markers of the stored events with this prefix, one per row: a duplicate would appear twice. */
  async markers(prefix: string): Promise<readonly string[]> {
    const found = new RegExp(`"marker":"(${prefix}-\\d+)"`);
    return (await this.events(prefix)).map(({ payload }) => found.exec(payload)?.[1] ?? `unmarked: ${payload}`);
  }

  events(prefix: string): Promise<ObservedEvent[]> {
    return this.#read(`events?limit=1000&contains=${prefix}-`);
  }

  /** The stored events with this name, the latest first. */
  named(name: string): Promise<ObservedEvent[]> {
    return this.#read(`events?limit=1000&name=${name}`);
  }

  /** The stored events of a page load with this name, in the order in which they were logged. */
  async eventsOf(session: string, name: string): Promise<ObservedEvent[]> {
    const events = await this.#read<ObservedEvent[]>(`events?limit=1000&session=${session}&name=${name}`);
    const numberOf = ({ clientEventId }: ObservedEvent): number => Number(clientEventId.split('.')[1]);
    return events.toSorted((one, other) => numberOf(one) - numberOf(other));
  }

  /** Waits for all of them, and then checks for duplicates. */
  async expectEachOnce(...logged: readonly { readonly prefix: string; readonly count: number }[]): Promise<void> {
    for (const { prefix, count } of logged) {
      const wanted = Array.from({ length: count }, (_, index) => `${prefix}-${index}`).toSorted();
      await expect.poll(async () => new Set(await this.markers(prefix)).size, POLLING).toBe(count);
      expect([...(await this.markers(prefix))].toSorted()).toEqual(wanted);
    }
  }

  /** Events that arrived again under the same id, and were dropped. */
  async repeatCount(): Promise<number> {
    return (await this.summary()).logs.reduce((sum, { repeated }) => sum + repeated, 0);
  }

  /** How often clients asked what has arrived. */
  async questionCount(): Promise<number> {
    const { requests } = await this.summary();
    const asked = requests.filter(({ kind }) => kind === '/youtubei/v1/received_events');
    return asked.reduce((sum, { count }) => sum + count, 0);
  }

  summary(): Promise<ObservationSummary> {
    return this.#read('summary');
  }

  /** Events that clients report as dropped, by reason. */
  async clientDrops(reason: string): Promise<number> {
    const { clientDrops } = await this.summary();
    return clientDrops.find((drop) => drop.reason === reason)?.count ?? 0;
  }

  errorReports(): Promise<ObservedErrorReport[]> {
    return this.#read('errors');
  }

  async #setScenarios(scenarios: readonly Scenario[]): Promise<void> {
    await this.#read('scenarios', { method: 'POST', body: JSON.stringify(scenarios) });
  }

  async #read<T>(path: string, request: RequestInit = {}): Promise<T> {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`${this.#origin}/provider/api/${path}`, { headers, ...request });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return JSON.parse(stripGuardPrefix(await response.text())) as T;
  }
}

/** Deadline of every wait in a test. */
export const POLLING = { timeout: ARRIVAL_TIMEOUT_MS, interval: POLL_INTERVAL_MS };
