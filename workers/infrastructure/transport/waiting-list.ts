import type { CatalogueEntry } from '../storage/log-store.ts';
import type { RequestStatus } from '../../../protocol/infrastructure/records.ts';
import type { Verdict } from './retry-policy.ts';

/** Wait before a request that another tab sends is checked again. */
export const OTHER_TAB_WAIT_MS = 5_000;

interface Wait {
  attempts: number;
  /** Monotonic, milliseconds. */
  dueMs: number;
  isParked: boolean;
}

interface Entry extends CatalogueEntry {
  /** The number of listings that had begun when the entry was added. */
  readonly addedIn: number;
}

/**
 * Chooses the next stored request to send in this page load. Parked requests share one clock: the first is a probe,
 * and the others follow when it succeeds. The request with the fewest failures is the next probe, so that a request that is never
 * accepted cannot block the others.
 */
export class WaitingList {
  readonly #entries = new Map<string, Entry>();
  #listings = 0;
  readonly #waits = new Map<string, Wait>();
  #parkedUntilMs = 0;
  #probes = 0;

  get size(): number {
    return this.#entries.size;
  }

  get sizeBytes(): number {
    let sum = 0;
    for (const { sizeBytes } of this.#entries.values()) sum += sizeBytes;
    return sum;
  }

  /** Failed probes in a row, including this request if it is a probe. */
  probesWith(id: string): number {
    return this.#probes + (this.#waits.get(id)?.isParked === true ? 1 : 0);
  }

  /** Call it before the store is listed; returns the number of the listing. */
  beginListing(): number {
    this.#listings += 1;
    return this.#listings;
  }

  /**
   * Replaces the list by the entries that were stored when the listing began, and entries added since; the state of this page load
   * is kept.
   */
  replaceAll(entries: readonly CatalogueEntry[], listing: number): void {
    for (const [id, { addedIn }] of this.#entries) if (addedIn < listing) this.#entries.delete(id);
    for (const entry of entries) this.add(entry);
    for (const id of this.#waits.keys()) if (!this.#entries.has(id)) this.#waits.delete(id);
  }

  add(entry: CatalogueEntry): void {
    const { id, status, tier, timestamp, sizeBytes } = entry;
    this.#entries.set(id, { id, status, tier, timestamp, sizeBytes, addedIn: this.#listings });
  }

  remove(id: string): void {
    this.#entries.delete(id);
    this.#waits.delete(id);
  }

  /** Status as listed: a QUEUED request was picked by another page, or earlier by this page. */
  statusOf(id: string): RequestStatus | undefined {
    return this.#entries.get(id)?.status;
  }

  attemptsOf(id: string): number {
    return this.#waits.get(id)?.attempts ?? 0;
  }

  /** Least often parked first, then the highest tier, then the oldest. */
  next(nowMs: number): string | null {
    let best: CatalogueEntry | null = null;
    for (const entry of this.#entries.values()) {
      if (this.#dueMs(entry.id) <= nowMs && (best === null || this.#isBefore(entry, best))) best = entry;
    }
    return best?.id ?? null;
  }

  /** The oldest of the lowest tier, except the request being sent. */
  leastImportant(underWay: string | null): string | null {
    let least: CatalogueEntry | null = null;
    for (const entry of this.#entries.values()) {
      if (entry.id !== underWay && (least === null || isLess(entry, least))) least = entry;
    }
    return least?.id ?? null;
  }

  /** When the next waiting request is due; `null` if no request waits. */
  nextDueMs(nowMs: number): number | null {
    let earliest = Number.POSITIVE_INFINITY;
    for (const id of this.#entries.keys()) {
      const dueMs = this.#dueMs(id);
      if (dueMs > nowMs) earliest = Math.min(earliest, dueMs);
    }
    return Number.isFinite(earliest) ? earliest : null;
  }

  failed(id: string, verdict: Exclude<Verdict, { kind: 'reject' }>, nowMs: number): void {
    const wait = this.#waits.get(id) ?? { attempts: 0, dueMs: 0, isParked: false };
    this.#probes = this.probesWith(id);
    wait.attempts += 1;
    wait.dueMs = nowMs + verdict.delayMs;
    wait.isParked = verdict.kind === 'park';
    this.#waits.set(id, wait);
    if (!wait.isParked) return;
    this.#parkedUntilMs = Math.max(this.#parkedUntilMs, wait.dueMs);
  }

  /** The provider has accepted a request: all parked requests may follow. */
  succeeded(id: string): void {
    this.remove(id);
    this.revive();
  }

  /** Makes parked requests due: the page is back online or visible, or flushes. */
  revive(): void {
    this.#probes = 0;
    this.#parkedUntilMs = 0;
  }

  /** Skips a request that another tab sends, and checks it again later, because that tab may fail. */
  yieldTo(id: string, nowMs: number): void {
    const wait = this.#waits.get(id) ?? { attempts: 0, dueMs: 0, isParked: false };
    wait.dueMs = nowMs + OTHER_TAB_WAIT_MS;
    wait.isParked = false;
    this.#waits.set(id, wait);
  }

  #isBefore(left: CatalogueEntry, right: CatalogueEntry): boolean {
    const [leftTimes, rightTimes] = [this.#attemptsIfParked(left.id), this.#attemptsIfParked(right.id)];
    return leftTimes === rightTimes ? isBefore(left, right) : leftTimes < rightTimes;
  }

  #attemptsIfParked(id: string): number {
    const wait = this.#waits.get(id);
    return wait?.isParked === true ? wait.attempts : 0;
  }

  #dueMs(id: string): number {
    const wait = this.#waits.get(id);
    if (wait === undefined) return 0;
    return wait.isParked ? this.#parkedUntilMs : wait.dueMs;
  }
}

function isBefore(left: CatalogueEntry, right: CatalogueEntry): boolean {
  return left.tier === right.tier ? left.timestamp < right.timestamp : left.tier > right.tier;
}

function isLess(left: CatalogueEntry, right: CatalogueEntry): boolean {
  return left.tier === right.tier ? left.timestamp < right.timestamp : left.tier < right.tier;
}
