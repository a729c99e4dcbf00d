/** Ids of events that this service has accepted: a batch posted again is acknowledged and not stored twice. */
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

/** A batch is posted again within seconds, if at all; this is hours of events. */
const IDS_KEPT_MAX = 20_000;
