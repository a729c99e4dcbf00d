import { holderPath, type HolderPath } from '../../provider/budgets/holder.ts';
import { UNKNOWN_SENDER } from '../../provider/budgets/sender.ts';
import { RecentMap } from '../../provider/http/limits/recent-map.ts';
import { HOUR_MS } from './fact.ts';
import { sessionOf } from './session-bounds.ts';

/** Sessions of an address in an hour whose measurements count: a sample of a school, and few of a script. */
const SESSIONS_OF_ADDRESS_MAX = 30;
/** Addresses that are remembered: about 5 MB. One that was forgotten has room again. */
const ADDRESSES_MAX = 2_000;
const [, UNKNOWN_ADDRESS] = holderPath('audience', UNKNOWN_SENDER);

/**
 * Decides whose start-up times and frames count: sessions cost nothing, so without a bound one address could move the
 * percentiles of an hour. Views and time watched count of all.
 */
export class MeasuredSessions {
  readonly #sessions = new RecentMap<string, Set<string>>(ADDRESSES_MAX);

  has({ id, atMs }: { readonly id: string; readonly atMs: number }, [, address]: HolderPath): boolean {
    if (address.id === UNKNOWN_ADDRESS.id) return true;
    const place = `${address.id} ${Math.floor(atMs / HOUR_MS)}`;
    const session = sessionOf(id);
    const known = this.#sessions.get(place) ?? new Set();
    if (!known.has(session) && known.size >= SESSIONS_OF_ADDRESS_MAX) return false;
    known.add(session);
    this.#sessions.set(place, known);
    return true;
  }
}
