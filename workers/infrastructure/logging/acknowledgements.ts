/**
 * Who waits for which event to be delivered. Only events that could not be made safe are waited for: there an
 * acknowledgement means delivered (design.md 4).
 */
export class Acknowledgements {
  readonly #waiting = new Map<string, (() => void)[]>();

  /** Resolves when all of them are settled. */
  async whenSettled(ids: readonly string[]): Promise<void> {
    await Promise.all(
      ids.map(
        (id) =>
          new Promise<void>((resolve) => {
            this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), resolve]);
          }),
      ),
    );
  }

  /** They were delivered, or given up and counted. */
  settle(ids: readonly string[]): void {
    for (const id of ids) {
      const waiting = this.#waiting.get(id) ?? [];
      this.#waiting.delete(id);
      for (const resolve of waiting) resolve();
    }
  }
}
