import type { ShareKeys } from './address-key.ts';
import { FairShares } from './fair-shares.ts';
import { RecentMap } from './recent-map.ts';

interface Entry<Task> {
  readonly keys: ShareKeys;
  readonly task: Task;
}

/** Bounds the memory of who was served; those forgotten count as never served. */
const SERVED_MAX = 20_000;

/**
 * A queue that serves the site, and within it the client, that was served least recently: a newcomer is next, however
 * many requests of others wait.
 */
export class FairQueue<Task> {
  readonly #waiting = new FairShares<Entry<Task>>();
  /** Number of the last turn of a site or client. */
  readonly #servedAt = new RecentMap<string, number>(SERVED_MAX);
  #turn = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** @returns takes it out again, if it still waits. */
  add(keys: ShareKeys, task: Task): () => void {
    const entry = { keys, task };
    this.#waiting.add(keys, entry);
    this.#length += 1;
    return () => this.#remove(entry);
  }

  next(): Task | undefined {
    const first = this.#waiting.first((key) => this.#servedAt.get(key) ?? 0);
    if (first === undefined) return undefined;
    this.#turn += 1;
    for (const key of new Set([first.site, first.client])) this.#servedAt.set(key, this.#turn);
    this.#remove(first.holder);
    return first.holder.task;
  }

  /** Takes out the newest task of the largest share, if that is larger than the share of this address. */
  dropFromLargest(keys: ShareKeys): Task | undefined {
    const entry = this.#waiting.largest(keys).at(-1);
    if (entry !== undefined) this.#remove(entry);
    return entry?.task;
  }

  #remove(entry: Entry<Task>): void {
    if (this.#waiting.remove(entry.keys, entry)) this.#length -= 1;
  }
}
