import type { Limits } from '../../settings/limits.ts';

export type BodyBudgetLimits = Pick<Limits, 'concurrentBodiesMax' | 'bodyMemoryMaxBytes'>;

/** A slot for one body while it is read. */
export interface BodyLease {
  /** Bytes taken so far. */
  readonly bytes: number;
  /** Adds bytes; `false` when there is no room for them. */
  take(bytes: number): boolean;
  /** Returns slot and bytes. Call once. */
  end(): void;
}

interface Use {
  bodies: number;
  bytes: number;
}

/** Maximum share of one address, so that it cannot lock out all others. */
const ADDRESS_SHARE = 0.25;

/** Limits how many bodies are read at once, and how many bytes they hold: in total, and for each address. */
export class BodyBudget {
  readonly #limits: BodyBudgetLimits;
  readonly #all: Use = { bodies: 0, bytes: 0 };
  /** Addresses with an open body: never more than there are bodies. */
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

  /** `undefined` when too many are open. `address` is absent in process, where the share does not apply. */
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
