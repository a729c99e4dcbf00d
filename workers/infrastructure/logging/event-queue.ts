import { EVENT_TIER } from '../../../protocol/events/event-tier.ts';
import type { LogEndpoint } from '../../../protocol/events/log-endpoints.ts';
import type { GaugeName } from '../../../protocol/recording/thread-spans.ts';
import type { SpanRing } from '../../../protocol/runtime/profiling/span-ring.ts';
import { BATCH_MAX_EVENTS, BATCH_MIN_EVENTS, SMALL_BATCH_MAX_AGE_MS } from '../../../protocol/constants.ts';

/** Limit of the batches in one request: more cannot be compressed (N19). */
const REQUEST_MAX_CHARACTERS = 480_000;

/** The fields of an event that the queue needs; the text itself is never changed. */
export interface LoggedEvent {
  readonly id: string;
  readonly endpoint: LogEndpoint;
  /** A failure deletes the request of this event without a retry (C7). */
  readonly skipRetry: boolean;
  readonly tier: number;
  /** Wall time it was logged, milliseconds. */
  readonly loggedAtMs: number;
  readonly text: string;
}

export interface QueuedEvent extends LoggedEvent {
  /** Monotonic time it entered the queue, milliseconds. */
  readonly queuedAtMs: number;
  /** Already on disk. */
  readonly isDurable: boolean;
}

/** Which events a flush includes. */
export interface FlushRule {
  /** Only events of this tier and above. */
  readonly tierMin: number;
  /** Whether small batches are included (L3). */
  readonly toEmpty: boolean;
  readonly nowMs: number;
  /** Number of batches that the provider accepts in one request. */
  readonly batchesPerRequestMax: number;
}

/** The content of one request: batches of events for the same endpoint. */
export interface BatchGroup {
  readonly endpoint: LogEndpoint;
  readonly skipRetry: boolean;
  readonly batches: readonly (readonly QueuedEvent[])[];
}

/** Events of different lanes share no request: they differ in endpoint, or are sent only once (C7). */
const LANES = ['log_event', 'video_stats', 'once'] as const;
type Lane = (typeof LANES)[number];

const laneOf = ({ endpoint, skipRetry }: QueuedEvent): Lane => (skipRetry ? 'once' : endpoint);

/** The events of one identity, by lane, in order of arrival, until they are in a batch (L1). */
export class EventQueue {
  readonly #queues: Record<Lane, QueuedEvent[]> = { log_event: [], video_stats: [], once: [] };
  /** Includes events of closed batches until their request is stored: until then the store still has their own rows. */
  #heldCount = 0;
  #heldCharacters = 0;

  get size(): number {
    return LANES.reduce((sum, lane) => sum + this.#queues[lane].length, 0);
  }

  get heldCount(): number {
    return this.#heldCount;
  }

  get heldCharacters(): number {
    return this.#heldCharacters;
  }

  durableEvents(): readonly QueuedEvent[] {
    return LANES.flatMap((lane) => this.#queues[lane].filter(({ isDurable }) => isDurable));
  }

  add(event: QueuedEvent): void {
    this.#queues[laneOf(event)].push(event);
    this.#heldCount += 1;
    this.#heldCharacters += event.text.length;
  }

  /**
   * The groups allowed by `rule`. Iterating takes each group out of the queue; `release` subtracts the group once it is a request.
   * Whether a lane is flushed is decided once, when the iteration reaches the lane: events that remain behind full batches do
   * not count as a small batch (L3), and samples of the transactions of earlier lanes are included.
   */
  *takeGroups(rule: FlushRule): Generator<BatchGroup, void> {
    for (const lane of LANES) {
      if (!mayGo(this.#due(lane, rule), rule)) continue;
      for (let due = this.#due(lane, rule); due.length > 0; due = this.#due(lane, rule))
        yield this.#take(lane, due, rule);
    }
  }

  #due(lane: Lane, { tierMin }: FlushRule): readonly QueuedEvent[] {
    return this.#queues[lane].filter(({ tier }) => tier >= tierMin);
  }

  #take(lane: Lane, due: readonly QueuedEvent[], rule: FlushRule): BatchGroup {
    const batches = firstBatches(due, rule);
    const taken = new Set(batches.flat());
    this.#queues[lane] = this.#queues[lane].filter((event) => !taken.has(event));
    return { endpoint: lane === 'video_stats' ? lane : 'log_event', skipRetry: lane === 'once', batches };
  }

  /** Subtracts batches that have become a request from the totals of the queue. */
  release({ batches }: BatchGroup): void {
    for (const batch of batches) {
      this.#heldCount -= batch.length;
      this.#heldCharacters -= charactersOf(batch);
    }
  }
}

/** Up to 100 events each; only the first batch may exceed the size of a request (L1). */
function firstBatches(due: readonly QueuedEvent[], rule: FlushRule): QueuedEvent[][] {
  const batches: QueuedEvent[][] = [];
  let characters = 0;
  for (let start = 0; start < due.length && batches.length < rule.batchesPerRequestMax; start += BATCH_MAX_EVENTS) {
    const batch = due.slice(start, start + BATCH_MAX_EVENTS);
    characters += charactersOf(batch);
    if (start > 0 && characters > REQUEST_MAX_CHARACTERS) break;
    batches.push(batch);
  }
  return batches;
}

export function charactersOf(events: readonly LoggedEvent[]): number {
  return events.reduce((sum, { text }) => sum + text.length, 0);
}

/** Fewer than five events wait at most a minute for more events, unless an event is urgent (L3, L5). */
function mayGo(due: readonly QueuedEvent[], { toEmpty, nowMs }: FlushRule): boolean {
  if (due.length === 0) return false;
  return (
    toEmpty ||
    due.length >= BATCH_MIN_EVENTS ||
    due.some(
      ({ tier, queuedAtMs }) => tier >= EVENT_TIER.dispatchToEmpty || nowMs - queuedAtMs >= SMALL_BATCH_MAX_AGE_MS,
    )
  );
}

const TIER_GAUGES: Readonly<Record<number, GaugeName>> = {
  [EVENT_TIER.unspecified]: 'defaultEvents',
  [EVENT_TIER.default]: 'defaultEvents',
  [EVENT_TIER.dispatchToEmpty]: 'dispatchEvents',
  [EVENT_TIER.fast]: 'fastEvents',
  [EVENT_TIER.immediate]: 'immediateEvents',
};

/** Counts a queued event by its tier. A stored line of a newer build may have a tier without a gauge. */
export function countTier({ gauges }: Pick<SpanRing, 'gauges'>, tier: number): void {
  const gauge = TIER_GAUGES[tier];
  if (gauge !== undefined) gauges[gauge] = (gauges[gauge] ?? 0) + 1;
}
