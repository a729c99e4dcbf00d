import { LOGGING } from '../../../protocol/constants.ts';
import { EVENT_TIER } from '../../../protocol/event-tiers.ts';
import type { LogEndpoint } from '../../../protocol/records.ts';
import type { LoggedEvent } from './event-line.ts';

export interface QueuedEvent extends LoggedEvent {
  /** Monotonic time it entered the queue, milliseconds. */
  readonly queuedAtMs: number;
  /** It is on disk already. */
  readonly isDurable: boolean;
}

/** How far a flush goes. */
export interface FlushRule {
  /** Only events of this tier and above. */
  readonly tierMin: number;
  /** Whether small batches go too (L3). */
  readonly toEmpty: boolean;
  readonly nowMs: number;
}

const ENDPOINTS = ['log_event', 'video_stats'] as const;

/** L1: the events of one identity, by endpoint, in order of arrival, until they are in a batch. */
export class EventQueue {
  readonly #queues: Record<LogEndpoint, QueuedEvent[]> = { log_event: [], video_stats: [] };
  /** With those of batches that are not a request yet: until then they lie where they lay, one by one. */
  #heldCount = 0;
  #heldCharacters = 0;

  get size(): number {
    return ENDPOINTS.reduce((sum, endpoint) => sum + this.#queues[endpoint].length, 0);
  }

  get heldCount(): number {
    return this.#heldCount;
  }

  get heldCharacters(): number {
    return this.#heldCharacters;
  }

  durableEvents(): readonly QueuedEvent[] {
    return ENDPOINTS.flatMap((endpoint) => this.#queues[endpoint].filter(({ isDurable }) => isDurable));
  }

  add(event: QueuedEvent): void {
    this.#queues[event.endpoint].push(event);
    this.#heldCount += 1;
    this.#heldCharacters += event.text.length;
  }

  /** The next batch that may go under `rule`, taken out of the queue, to be let go of later; `null` when none may. */
  takeBatch(rule: FlushRule): QueuedEvent[] | null {
    for (const endpoint of ENDPOINTS) {
      const due = this.#queues[endpoint].filter(({ tier }) => tier >= rule.tierMin);
      if (!mayGo(due, rule)) continue;
      const batch = due.slice(0, LOGGING.batchMaxEvents);
      const taken = new Set(batch);
      this.#queues[endpoint] = this.#queues[endpoint].filter((event) => !taken.has(event));
      return batch;
    }
    return null;
  }

  /** The batch has become a request. */
  letGo(batch: readonly QueuedEvent[]): void {
    this.#heldCount -= batch.length;
    this.#heldCharacters -= batch.reduce((sum, { text }) => sum + text.length, 0);
  }
}

/** L3, L5: fewer than five wait for company, but not for longer than a minute, and not if one of them is in a hurry. */
function mayGo(due: readonly QueuedEvent[], { toEmpty, nowMs }: FlushRule): boolean {
  const [oldest] = due;
  if (oldest === undefined) return false;
  return (
    toEmpty ||
    due.length >= LOGGING.batchMinEvents ||
    nowMs - oldest.queuedAtMs >= LOGGING.smallBatchMaxAgeMs ||
    due.some(({ tier }) => tier >= EVENT_TIER.dispatchToEmpty)
  );
}
