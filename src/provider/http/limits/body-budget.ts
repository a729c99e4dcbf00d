import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { Limits } from '../../settings/limits.ts';
import { shareKeys, type ShareKeys } from './address-key.ts';
import { FairShares, slowest, type Progress } from './fair-shares.ts';

export type BodyBudgetLimits = Pick<Limits, 'concurrentBodiesMax' | 'bodyMemoryMaxBytes'>;

/** A slot for one body while it is read. */
export interface BodyLease {
  /** Bytes taken so far. */
  readonly bytes: number;
  /** Resolves when the body has to make room: stop reading it. */
  readonly shed: Promise<void>;
  readonly isShed: boolean;
  /** Adds bytes; `false` when there is no room for them. */
  take(bytes: number): boolean;
  /** Returns slot and bytes; a second call does nothing. */
  end(): void;
}

interface OpenBody {
  bytes: number;
  readonly openedMs: number;
  readonly shed: () => void;
}

/** Sender of a body. Shares do not apply to calls in process. */
interface Owner {
  readonly keys: ShareKeys;
  readonly isShared: boolean;
}

/** Maximum shares of one client and of one site. */
const CLIENT_SHARE = 0.25;
const SITE_SHARE = 0.5;
/**
 * A body that is slower than this rate after this time makes room for any other body: an attacker has networks at no cost,
 * and a slow body from each would keep all slots. Events of a page are a few kB, which a slow phone sends in this time.
 */
const SLOW_AFTER_MS = 2_000;
const SLOW_BYTES_PER_SECOND = 16_384;

/**
 * Limits how many bodies are read at once, and how many bytes they hold: in total, for each client, and for each site.
 * When all are in use, the slowest body of the largest share makes room; if no share is larger, a body that is too slow.
 */
export class BodyBudget {
  readonly #limits: BodyBudgetLimits;
  readonly #clock: Clock;
  readonly #slots = new FairShares<OpenBody>();
  readonly #memory = new FairShares<OpenBody>();
  #bodies = 0;
  #bytes = 0;

  constructor({ limits, clock }: { readonly limits: BodyBudgetLimits; readonly clock: Clock }) {
    this.#limits = limits;
    this.#clock = clock;
  }

  get bodies(): number {
    return this.#bodies;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** `undefined` when too many are open. `address` is absent in process, where shares do not apply. */
  open(address: string | undefined): BodyLease | undefined {
    const { concurrentBodiesMax } = this.#limits;
    const owner = { keys: shareKeys(address ?? ''), isShared: address !== undefined };
    if (!this.#hasRoom(this.#slots, owner, 1, concurrentBodiesMax)) return undefined;
    if (this.#bodies >= concurrentBodiesMax && !this.#shedOne(this.#slots, owner, 1)) return undefined;
    return this.#lease(owner);
  }

  #lease(owner: Owner): BodyLease {
    let resolveShed: () => void = () => undefined;
    const shed = new Promise<void>((resolve) => {
      resolveShed = resolve;
    });
    const { keys } = owner;
    let isOpen = true;
    let isShed = false;
    const end = (): void => {
      if (!isOpen) return;
      isOpen = false;
      this.#slots.remove(keys, body);
      this.#memory.remove(keys, body, body.bytes);
      this.#bodies -= 1;
      this.#bytes -= body.bytes;
    };
    const body: OpenBody = {
      bytes: 0,
      openedMs: this.#clock.monotonicNow(),
      shed: () => {
        end();
        isShed = true;
        resolveShed();
      },
    };
    this.#slots.add(keys, body);
    this.#bodies += 1;
    return {
      get bytes() {
        return body.bytes;
      },
      shed,
      get isShed() {
        return isShed;
      },
      take: (bytes) => isOpen && this.#take(owner, body, bytes),
      end,
    };
  }

  #take(owner: Owner, body: OpenBody, bytes: number): boolean {
    const { bodyMemoryMaxBytes } = this.#limits;
    if (!this.#hasRoom(this.#memory, owner, bytes, bodyMemoryMaxBytes)) return false;
    while (this.#bytes + bytes > bodyMemoryMaxBytes) if (!this.#shedOne(this.#memory, owner, bytes)) return false;
    body.bytes += bytes;
    this.#bytes += bytes;
    this.#memory.add(owner.keys, body, bytes);
    return true;
  }

  /** Whether `added` fits into the shares of the client and its site. */
  #hasRoom(shares: FairShares<OpenBody>, { keys, isShared }: Owner, added: number, max: number): boolean {
    if (!isShared) return true;
    const isWithin = (weight: number, share: number): boolean => weight === 0 || weight + added <= max * share;
    return isWithin(shares.weightOfClient(keys), CLIENT_SHARE) && isWithin(shares.weightOfSite(keys), SITE_SHARE);
  }

  #shedOne(shares: FairShares<OpenBody>, { keys }: Owner, added: number): boolean {
    const nowMs = this.#clock.monotonicNow();
    const progressOf = ({ bytes, openedMs }: OpenBody): Progress => ({ bytes, ageMs: nowMs - openedMs });
    const victim =
      slowest(shares.largest(keys, added), progressOf) ??
      slowest(
        shares.holders().filter((body) => isSlow(progressOf(body))),
        progressOf,
      );
    victim?.shed();
    return victim !== undefined;
  }
}

function isSlow({ bytes, ageMs }: Progress): boolean {
  return ageMs >= SLOW_AFTER_MS && bytes * 1_000 < SLOW_BYTES_PER_SECOND * ageMs;
}
