import type { Clock } from '../../../protocol/runtime/clock.ts';
import { refuse, type Accepted } from '../http/refusal.ts';
import type { BudgetName } from './budgets.ts';
import { fairLevel } from './fair-level.ts';
import { holderPath, rootOf, type Holder } from './holder.ts';
import type { Sender } from './sender.ts';
import type { HeldNode, Usage, UsageReader } from './usage.ts';

/** Past this share of a budget's limit, only senders who hold less than a fair share may add rows. */
export const NEARLY_FULL_SHARE = 0.9;
/** Age at which a count is read again. Rows that this process has admitted since are added to the count. */
const SNAPSHOT_MS = 1_000;
/** Number of the largest holders that a level is computed from. */
const HOLDERS_READ = 32;

/** Parent of all roots in `Added`. */
const ROOTS = 0;

type Reader = Pick<UsageReader, 'settle' | 'read' | 'largest' | 'bytesOf'>;

/** Bytes by parent node and node. */
type Added = Map<number, Map<number, number>>;

/** Bytes of nodes as a query read them, and bytes that it may have missed: they were admitted after the previous query. */
interface Snapshot {
  readonly usage: Usage;
  readonly added: Added;
  readonly nodes: Map<number, Promise<number>>;
  readonly largest: Map<number, Promise<HeldNode[]>>;
}

/**
 * Decides before anything is stored whether it can be kept: an accepted row from a sender of ordinary volume is never shed for
 * another sender. While a budget has room, this costs one query a second, and no request waits for the query. A database that does
 * not respond refuses nothing by itself: behind a stream, events are accepted by the last known counts.
 */
export class BudgetAdmission {
  readonly #reader: Reader;
  readonly #clock: Clock;
  #known: Snapshot | undefined;
  /** Resolves with the new snapshot. */
  #reading: Promise<Snapshot | undefined> | undefined;
  #requestedAtMs = 0;
  /** Bytes admitted since the last snapshot was requested: they may not be stored yet when the next snapshot is read. */
  #latest: Added = new Map();
  /** Bytes that become `added` of the snapshot that is being read. */
  #unread: Added | undefined;

  constructor(reader: Reader, clock: Clock) {
    this.#reader = reader;
    this.#clock = clock;
  }

  /** Refuses where {@link mayAdd} is false. */
  async admit(budget: BudgetName, sender: Sender, bytes: number): Promise<Accepted<void>> {
    if (await this.mayAdd(budget, sender, bytes)) return { ok: true, value: undefined };
    const message = 'The store is nearly full, and your network has its share of it. Come again later.';
    return { ...refuse(429, message, `budget_${budget}`), isLasting: true };
  }

  /** Whether `bytes` more of a sender can be kept. If so, they count as added. */
  async mayAdd(budget: BudgetName, sender: Sender, bytes: number): Promise<boolean> {
    const [network, address] = holderPath(budget, sender);
    const next = this.#next();
    const hasRoom = this.#known !== undefined && excessOf(this.#known, budget, bytes) <= 0;
    const snapshot = hasRoom ? undefined : await next;
    const excess = snapshot === undefined ? 0 : excessOf(snapshot, budget, bytes);
    if (snapshot !== undefined && excess > 0 && !(await this.#isFair(snapshot, [network, address], bytes, excess)))
      return false;
    this.#note([{ id: network.parent, parent: ROOTS }, network, address], bytes);
    return true;
  }

  #note(path: readonly Pick<Holder, 'id' | 'parent'>[], bytes: number): void {
    for (const added of [this.#known?.added, this.#unread, this.#latest])
      if (added !== undefined)
        for (const { id, parent } of path) {
          const siblings = addedBelow(added, parent);
          siblings.set(id, (siblings.get(id) ?? 0) + bytes);
        }
  }

  /** An address below its own share may add rows even if its network is past its share. */
  async #isFair(
    snapshot: Snapshot,
    [network, address]: readonly [Holder, Holder],
    bytes: number,
    excess: number,
  ): Promise<boolean> {
    const networkBytes = (await this.#bytesOf(snapshot, network)) + bytes;
    const networkLevel = await this.#levelBelow(snapshot, network.parent, excess);
    if (networkBytes <= networkLevel) return true;
    const addressLevel = await this.#levelBelow(snapshot, network.id, networkBytes - networkLevel);
    return (await this.#bytesOf(snapshot, address)) + bytes <= addressLevel;
  }

  async #levelBelow(snapshot: Snapshot, parent: number, excess: number): Promise<number> {
    const read = await memoized(snapshot.largest, parent, () => this.#reader.largest(parent, HOLDERS_READ));
    const sizes = new Map(addedBelow(snapshot.added, parent));
    for (const { id, bytes } of read) sizes.set(id, (sizes.get(id) ?? 0) + bytes);
    const sorted = [...sizes.values()].sort((one, other) => other - one);
    return fairLevel(sorted, excess, read.length < HOLDERS_READ);
  }

  async #bytesOf(snapshot: Snapshot, { id, parent }: Holder): Promise<number> {
    const bytes = await memoized(snapshot.nodes, id, () => this.#reader.bytesOf(id));
    return bytes + (addedBelow(snapshot.added, parent).get(id) ?? 0);
  }

  /** One query for all concurrent callers. */
  #next(): Promise<Snapshot | undefined> {
    const nowMs = this.#clock.monotonicNow();
    if (this.#known !== undefined && nowMs - this.#requestedAtMs < SNAPSHOT_MS)
      return this.#reading ?? Promise.resolve(this.#known);
    return (this.#reading ??= this.#read(nowMs));
  }

  async #read(nowMs: number): Promise<Snapshot | undefined> {
    this.#requestedAtMs = nowMs;
    const added = this.#latest;
    this.#unread = added;
    this.#latest = new Map();
    try {
      await this.#reader.settle();
      this.#known = { usage: await this.#reader.read(), added, nodes: new Map(), largest: new Map() };
    } catch {
      this.#latest = added;
    }
    this.#unread = undefined;
    this.#reading = undefined;
    return this.#known;
  }
}

/** Bytes by which a budget with `bytes` more exceeds the part that is open to every sender. */
function excessOf({ usage, added }: Snapshot, budget: BudgetName, bytes: number): number {
  const { bytes: heldBytes, allowedBytes } = usage.budgets[budget];
  const addedBytes = addedBelow(added, ROOTS).get(rootOf(budget)) ?? 0;
  return heldBytes + addedBytes + bytes - allowedBytes * NEARLY_FULL_SHARE;
}

function addedBelow(added: Added, parent: number): Map<number, number> {
  const found = added.get(parent) ?? new Map<number, number>();
  added.set(parent, found);
  return found;
}

/** Keeps the result of a query; a failed query is sent again. */
function memoized<T>(known: Map<number, Promise<T>>, key: number, read: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? read();
  known.set(key, found);
  found.catch(() => known.delete(key));
  return found;
}
