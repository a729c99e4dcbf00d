/** Values up to a total size; the least recently used are evicted first. Concurrent requests share one computation. */
export class MemoryCache<T> {
  readonly #entries = new Map<string, Promise<T>>();
  readonly #sizes = new Map<string, number>();
  readonly #maxSize: number;
  readonly #sizeOf: (value: T) => number;
  #size = 0;

  constructor(maxSize: number, sizeOf: (value: T) => number) {
    this.#maxSize = maxSize;
    this.#sizeOf = sizeOf;
  }

  /** Whether the value of `key` is cached or being computed. */
  has(key: string): boolean {
    return this.#sizes.has(key);
  }

  async get(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(key);
    if (known !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known;
    }
    const made = make();
    this.#entries.set(key, made);
    try {
      this.#count(key, this.#sizeOf(await made));
    } catch {
      this.#drop(key);
    }
    return made;
  }

  #count(key: string, size: number): void {
    if (!this.#entries.has(key)) return;
    this.#sizes.set(key, size);
    this.#size += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#maxSize) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#entries.delete(key);
    this.#size -= this.#sizes.get(key) ?? 0;
    this.#sizes.delete(key);
  }
}
