import type { ShareKeys } from './address-key.ts';

interface Share<Holder> {
  weight: number;
  readonly holders: Set<Holder>;
}

interface Site<Holder> {
  weight: number;
  readonly clients: Map<string, Share<Holder>>;
}

export interface FirstHolder<Holder> {
  readonly holder: Holder;
  /** Keys of the site and the client, which differ from each other. */
  readonly site: string;
  readonly client: string;
}

/**
 * Shares of a scarce resource, such as connections, by site and by client within a site. When the resource is used up, the largest
 * share makes room, so that an address without a share is never locked out by addresses that hold many.
 */
export class FairShares<Holder> {
  readonly #sites = new Map<string, Site<Holder>>();

  get sites(): number {
    return this.#sites.size;
  }

  /** Adds to the weight of a holder, which may be known already. */
  add(keys: ShareKeys, holder: Holder, weight = 1): void {
    const site = getOrSet(this.#sites, keys.site, () => ({ weight: 0, clients: new Map() }));
    const client = getOrSet(site.clients, keys.client, () => ({ weight: 0, holders: new Set() }));
    site.weight += weight;
    client.weight += weight;
    client.holders.add(holder);
  }

  /** Removes a holder with its whole weight; `false` for an unknown holder. */
  remove(keys: ShareKeys, holder: Holder, weight = 1): boolean {
    const site = this.#sites.get(keys.site);
    const client = site?.clients.get(keys.client);
    if (site === undefined || client?.holders.delete(holder) !== true) return false;
    site.weight -= weight;
    client.weight -= weight;
    if (client.holders.size === 0) site.clients.delete(keys.client);
    if (site.clients.size === 0) this.#sites.delete(keys.site);
    return true;
  }

  /** The first holder of the client with the lowest rank in the site with the lowest rank; no rank is below 0. */
  first(rankOf: (key: string) => number): FirstHolder<Holder> | undefined {
    const site = lowest(this.#sites, rankOf);
    const client = site && lowest(site.value.clients, rankOf);
    if (site === undefined || client === undefined) return undefined;
    const [holder] = client.value.holders;
    return holder === undefined ? undefined : { holder, site: site.key, client: client.key };
  }

  holders(): Holder[] {
    return [...this.#sites.values()].flatMap(({ clients }) =>
      [...clients.values()].flatMap(({ holders }) => [...holders]),
    );
  }

  weightOfClient(keys: ShareKeys): number {
    return this.#sites.get(keys.site)?.clients.get(keys.client)?.weight ?? 0;
  }

  weightOfSite({ site }: ShareKeys): number {
    return this.#sites.get(site)?.weight ?? 0;
  }

  /**
   * Holders of which one should make room for `added` of this address: holders of the largest client of the largest site. Empty
   * if the address would then hold more than that client.
   */
  largest(keys: ShareKeys, added = 1): Holder[] {
    const site = heaviest(this.#sites.values());
    if (site !== undefined && site.weight > this.weightOfSite(keys) + added) return holdersOfLargest(site, 0);
    const own = this.#sites.get(keys.site);
    return own === undefined ? [] : holdersOfLargest(own, this.weightOfClient(keys) + added);
  }
}

/** Holders of every client that holds as much as the largest: a client with many networks has many small shares. */
function holdersOfLargest<Holder>({ clients }: Site<Holder>, floor: number): Holder[] {
  const largest = heaviest(clients.values());
  if (largest === undefined || largest.weight <= floor) return [];
  return [...clients.values()].filter(({ weight }) => weight === largest.weight).flatMap(({ holders }) => [...holders]);
}

function lowest<Value>(
  map: ReadonlyMap<string, Value>,
  rankOf: (key: string) => number,
): { readonly key: string; readonly value: Value } | undefined {
  let found: { readonly key: string; readonly value: Value; readonly rank: number } | undefined;
  for (const [key, value] of map) {
    const rank = rankOf(key);
    if (found === undefined || rank < found.rank) found = { key, value, rank };
    // No rank is lower. Otherwise thousands of networks that were never served would be compared at each call.
    if (rank === 0) return found;
  }
  return found;
}

function heaviest<Weighed extends { readonly weight: number }>(shares: Iterable<Weighed>): Weighed | undefined {
  let found: Weighed | undefined;
  for (const share of shares) if (found === undefined || share.weight > found.weight) found = share;
  return found;
}

function getOrSet<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key) ?? make();
  map.set(key, known);
  return known;
}

/** Progress of a connection since it was opened. */
export interface Progress {
  readonly bytes: number;
  readonly ageMs: number;
}

/** Bytes credited to every holder at its start, so that a new holder is not the slowest. */
const CREDIT_BYTES = 4_096;

/** The holder with the lowest rate: a client that moves a byte now and then cannot keep its place. */
export function slowest<Holder>(
  holders: readonly Holder[],
  progressOf: (holder: Holder) => Progress,
): Holder | undefined {
  let found: Holder | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (const holder of holders) {
    const { bytes, ageMs } = progressOf(holder);
    const rate = (bytes + CREDIT_BYTES) / (ageMs + 1);
    if (rate < lowest) [found, lowest] = [holder, rate];
  }
  return found;
}
