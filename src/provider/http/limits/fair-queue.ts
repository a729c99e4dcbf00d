import type { ShareKeys } from './address-key.ts';
import { FairShares } from './fair-shares.ts';
import { RecentMap } from './recent-map.ts';

interface Entry<Task> {
  readonly keys: ShareKeys;
  readonly task: Task;
}

/** While fewer tasks wait, nothing is refused: on a slow machine, one or two viewers cause as many. */
export const WAITING_MIN = 64;
/** Number of sites and clients whose last turn is remembered; all others count as never served. */
const SERVED_MAX = 20_000;

/**
 * A queue with two alternating turns. One is for the site, and within it the client, that was served least recently: a newcomer is next,
 * however many requests of others wait. The other is for the oldest task, so that newcomers without end, from networks
 * of one attacker, do not keep a known client waiting.
 */
export class FairQueue<Task> {
  readonly #waiting = new FairShares<Entry<Task>>();
  /** In order of arrival. */
  readonly #arrived = new Set<Entry<Task>>();
  /** Number of the last turn of a site or client. */
  readonly #servedAt = new RecentMap<string, number>(SERVED_MAX);
  #turn = 0;

  get length(): number {
    return this.#arrived.size;
  }

  /** Number of sites that wait. */
  get sites(): number {
    return this.#waiting.sites;
  }

  /** @returns Removes the task, if it still waits. */
  add(keys: ShareKeys, task: Task): () => void {
    const entry = { keys, task };
    this.#waiting.add(keys, entry);
    this.#arrived.add(entry);
    return () => this.#remove(entry);
  }

  next(): Task | undefined {
    this.#turn += 1;
    const [oldest] = this.#arrived;
    const entry = this.#turn % 2 === 0 ? oldest : this.#waiting.first((key) => this.#servedAt.get(key) ?? 0)?.holder;
    if (entry === undefined) return undefined;
    const { site, client } = entry.keys;
    for (const key of new Set([site, client])) this.#servedAt.set(key, this.#turn);
    this.#remove(entry);
    return entry.task;
  }

  /** Takes out the newest task of the largest share, if that is larger than the share of this address. */
  dropFromLargest(keys: ShareKeys): Task | undefined {
    const entry = this.#waiting.largest(keys).at(-1);
    if (entry !== undefined) this.#remove(entry);
    return entry?.task;
  }

  #remove(entry: Entry<Task>): void {
    if (this.#arrived.delete(entry)) this.#waiting.remove(entry.keys, entry);
  }
}
