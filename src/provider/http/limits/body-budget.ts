import type { Limits } from '../../settings/limits.ts';

export type BodyBudgetLimits = Pick<Limits, 'concurrentBodiesMax' | 'bodyMemoryMaxBytes'>;

/** A place for one body while it is read. */
export interface BodyLease {
  /** What was taken so far. */
  readonly bytes: number;
  /** Counts bytes that are held; `false` when there is no room for them. */
  take(bytes: number): boolean;
  /** Gives back place and bytes. Once. */
  end(): void;
}

interface Use {
  bodies: number;
  bytes: number;
}

/** What one address may hold of everything, so that it cannot keep all others out. */
const ADDRESS_SHARE = 0.25;

/** How many bodies are read at once, and how many bytes of them are held: for all, and for each address. */
export class BodyBudget {
  readonly #limits: BodyBudgetLimits;
  readonly #all: Use = { bodies: 0, bytes: 0 };
  /** Of addresses that have a body open: never more than there are bodies. */
  readonly #byAddress = new Map<string, Use>();

  constructor(limits: BodyBudgetLimits) {
    this.#limits = limits;
  }

  get bodies(): number {
    return this.#all.bodies;
  }

  get bytes(): number {
    return this.#all.bytes;
  }

  /** `undefined` when too many are open. `address` is absent in process, where nobody has a share. */
  open(address: string | undefined): BodyLease | undefined {
    const { concurrentBodiesMax, bodyMemoryMaxBytes } = this.#limits;
    const own = address === undefined ? undefined : this.#useOf(address);
    const ownBodiesMax = Math.max(1, concurrentBodiesMax * ADDRESS_SHARE);
    if (this.#all.bodies >= concurrentBodiesMax || (own !== undefined && own.bodies >= ownBodiesMax)) return undefined;
    const uses = own === undefined ? [this.#all] : [this.#all, own];
    for (const use of uses) use.bodies += 1;
    if (address !== undefined && own !== undefined) this.#byAddress.set(address, own);
    let held = 0;
    return {
      get bytes() {
        return held;
      },
      take: (bytes) => {
        if (this.#all.bytes + bytes > bodyMemoryMaxBytes) return false;
        if (own !== undefined && own.bytes + bytes > bodyMemoryMaxBytes * ADDRESS_SHARE) return false;
        held += bytes;
        for (const use of uses) use.bytes += bytes;
        return true;
      },
      end: () => {
        for (const use of uses) {
          use.bodies -= 1;
          use.bytes -= held;
        }
        if (address !== undefined && own?.bodies === 0) this.#byAddress.delete(address);
      },
    };
  }

  #useOf(address: string): Use {
    return this.#byAddress.get(address) ?? { bodies: 0, bytes: 0 };
  }
}
