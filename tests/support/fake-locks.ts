import type { Locks } from '../../workers/infrastructure/environment.ts';

/** The locks of one origin. Each context has a separate view, and loses its locks when it ends. */
export class FakeLocks {
  readonly #holders = new Map<string, object>();
  readonly #waiting = new Set<{ readonly name: string; readonly grant: () => void }>();

  contextView(): Locks & { end(): void } {
    const context = {};
    let hasEnded = false;
    const holders = this.#holders;
    return {
      request: async (name, { ifAvailable = false, mode, signal }, work) => {
        if (hasEnded) return new Promise(() => {});
        if (mode === 'shared') {
          if (ifAvailable) return work(holders.has(name) ? null : { name });
          await this.#untilFree(name, signal);
          return hasEnded ? new Promise(() => {}) : work({ name });
        }
        if (holders.has(name)) {
          if (ifAvailable) return work(null);
          throw new Error(`Nobody here waits for a lock to hold it: ${name}`);
        }
        holders.set(name, context);
        try {
          return await work({ name });
        } finally {
          this.#free((held, holder) => held === name && holder === context);
        }
      },
      query: async () => ({ held: [...holders.keys()].map((name) => ({ name })) }),
      end: () => {
        hasEnded = true;
        this.#free((_held, holder) => holder === context);
      },
    };
  }

  #untilFree(name: string, signal: AbortSignal | undefined): Promise<void> {
    if (!this.#holders.has(name)) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const waiting = { name, grant: resolve };
      this.#waiting.add(waiting);
      signal?.addEventListener('abort', () => {
        this.#waiting.delete(waiting);
        reject(new DOMException('The request was aborted.', 'AbortError'));
      });
    });
  }

  #free(isFreed: (name: string, holder: object) => boolean): void {
    for (const [name, holder] of this.#holders) {
      if (!isFreed(name, holder)) continue;
      this.#holders.delete(name);
      for (const waiting of this.#waiting) {
        if (waiting.name !== name) continue;
        this.#waiting.delete(waiting);
        waiting.grant();
      }
    }
  }
}
