import type { Locks } from '../../workers/infrastructure/environment.ts';

/** The locks of one origin. Each context asks through its own view, and loses what it holds when it ends. */
export class FakeLocks {
  readonly #holders = new Map<string, object>();

  contextView(): Locks & { end(): void } {
    const context = {};
    let hasEnded = false;
    const holders = this.#holders;
    return {
      async request(name, { ifAvailable }, work) {
        if (hasEnded) return new Promise(() => {});
        if (holders.has(name)) {
          if (ifAvailable === true) return work(null);
          throw new Error(`Nobody here waits for a lock: ${name}`);
        }
        holders.set(name, context);
        try {
          return await work({ name });
        } finally {
          if (holders.get(name) === context) holders.delete(name);
        }
      },
      query: async () => ({ held: [...holders.keys()].map((name) => ({ name })) }),
      end() {
        hasEnded = true;
        for (const [name, holder] of holders) if (holder === context) holders.delete(name);
      },
    };
  }
}
