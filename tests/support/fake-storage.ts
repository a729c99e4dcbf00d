/** Local storage that can refuse access, like a policy, a sandbox or a full disk. */
export class FakeStorage implements Storage {
  readonly #entries = new Map<string, string>();
  quotaCharacters = Number.POSITIVE_INFINITY;
  refuses = false;
  [name: string]: unknown;

  get length(): number {
    this.#touch();
    return this.#entries.size;
  }

  clear(): void {
    this.#touch();
    this.#entries.clear();
  }

  getItem(key: string): string | null {
    this.#touch();
    return this.#entries.get(key) ?? null;
  }

  key(index: number): string | null {
    this.#touch();
    return [...this.#entries.keys()][index] ?? null;
  }

  removeItem(key: string): void {
    this.#touch();
    this.#entries.delete(key);
  }

  setItem(key: string, value: string): void {
    this.#touch();
    const used = [...this.#entries].reduce((sum, [name, text]) => sum + name.length + text.length, 0);
    if (used + key.length + value.length > this.quotaCharacters) throw new DOMException('full', 'QuotaExceededError');
    this.#entries.set(key, value);
  }

  /** All stored texts, for assertions. */
  texts(): string[] {
    return [...this.#entries.values()];
  }

  #touch(): void {
    if (this.refuses) throw new DOMException('The operation is insecure.', 'SecurityError');
  }
}
