import { FairShares } from './fair-shares.ts';

interface Entry<Task> {
  readonly address: string;
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
  /** Number of the last turn of a site or client, the oldest first. */
  readonly #servedAt = new Map<string, number>();
  #turn = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(address: string, task: Task): void {
    this.#waiting.add(address, { address, task });
    this.#length += 1;
  }

  next(): Task | undefined {
    const first = this.#waiting.first((key) => this.#servedAt.get(key) ?? 0);
    if (first === undefined) return undefined;
    this.#turn += 1;
    for (const key of new Set([first.site, first.client])) this.#served(key);
    return this.#remove(first.holder);
  }

  /** Takes out the newest task of the largest share, if that is larger than the share of this address. */
  dropFromLargest(address: string): Task | undefined {
    const entry = this.#waiting.largest(address).at(-1);
    return entry === undefined ? undefined : this.#remove(entry);
  }

  #remove(entry: Entry<Task>): Task {
    this.#waiting.remove(entry.address, entry);
    this.#length -= 1;
    return entry.task;
  }

  #served(key: string): void {
    this.#servedAt.delete(key);
    this.#servedAt.set(key, this.#turn);
    const [oldest] = this.#servedAt.keys();
    if (this.#servedAt.size > SERVED_MAX && oldest !== undefined) this.#servedAt.delete(oldest);
  }
}
