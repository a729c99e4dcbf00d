/** Ids this service has taken over, so that a post that comes again is answered and not stored again. */
export class KnownEvents {
  readonly #ids = new Set<string>();

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  add(id: string): void {
    this.#ids.add(id);
    if (this.#ids.size <= IDS_KEPT_MAX) return;
    for (const oldest of this.#ids) {
      this.#ids.delete(oldest);
      return;
    }
  }
}

/** A post comes again within seconds, if at all; this is hours of events. */
const IDS_KEPT_MAX = 20_000;
