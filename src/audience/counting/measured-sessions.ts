import { holderPath, type HolderPath } from '../../provider/budgets/holder.ts';
import { UNKNOWN_SENDER } from '../../provider/budgets/sender.ts';
import { RecentMap } from '../../provider/http/limits/recent-map.ts';
import { HOUR_MS } from './fact.ts';
import { sessionOf } from './session-bounds.ts';

/** Sessions of an address in an hour whose measurements count: enough for a sample of a school, too few for a script to matter. */
const SESSIONS_OF_ADDRESS_MAX = 30;
/** Limit of remembered addresses: about 5 MB. A forgotten address starts again at zero. */
const ADDRESSES_MAX = 2_000;
const [, UNKNOWN_ADDRESS] = holderPath('audience', UNKNOWN_SENDER);

/**
 * Decides which sessions' start-up times and frames count: sessions cost nothing, so without a limit one address could distort the
 * percentiles of an hour. Views and watched time count for all sessions.
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
