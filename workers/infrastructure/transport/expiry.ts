import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { StoredRequest } from '../../../protocol/infrastructure/records.ts';
import {
  OFFLINE_REQUEST_MAX_AGE_MS,
  QUEUED_REQUEST_MAX_AGE_MS,
  REQUEST_MAX_AGE_MS,
} from '../../../protocol/constants.ts';

/** Browsers cap what is asked for at 400 days. */
const BROWSER_COOKIE_LIFETIME_MAX_SECONDS = 34_560_000;
const CLOCK_JUMP_TOLERANCE_MS = 60_000;
/** A row from further ahead than this is young, whatever its stamp says: clocks are set back. Our choice. */
const FUTURE_ROW_TOLERANCE_MS = 300_000;

type Aged = Pick<StoredRequest, 'timestamp' | 'offline' | 'loggedAtMs'>;
type Queued = Pick<StoredRequest, 'status' | 'owner' | 'queuedAt'>;

/**
 * Ages are told by the wall clock, which somebody may move. When it and the monotonic clock part by more than a minute
 * nothing expires in this session; a row from the future is young.
 */
export class Expiry {
  readonly #clock: Clock;
  readonly #offsetMs: number;
  #hasJumped = false;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#offsetMs = clock.now() - clock.monotonicNow();
  }

  /** S6 */
  isExpired({ timestamp, offline, loggedAtMs = timestamp }: Aged): boolean {
    if (this.#clockHasJumped()) return false;
    const maxAgeMs = offline ? OFFLINE_REQUEST_MAX_AGE_MS : REQUEST_MAX_AGE_MS;
    return this.#clock.now() - timestamp > maxAgeMs || this.isTooOld(loggedAtMs);
  }

  /**
   * S6, of an event by when it was logged: it may lie in a journal, be posted and become a request anew, and a provider
   * remembers ids for little longer. Past that it would count twice. What seems older than anything that a browser keeps was
   * logged while the clock was wrong, as many are until they have asked the network.
   */
  isTooOld(loggedAtMs: number): boolean {
    if (this.#clockHasJumped()) return false;
    const ageMs = this.#clock.now() - loggedAtMs;
    return ageMs > REQUEST_MAX_AGE_MS && ageMs <= BROWSER_COOKIE_LIFETIME_MAX_SECONDS * 1_000;
  }

  /** S5, S10: nobody sends it any more. `alive` is `null` where nobody can tell. */
  isAbandoned({ status, owner, queuedAt }: Queued, alive: ReadonlySet<string> | null): boolean {
    if (status !== 'QUEUED') return false;
    if (alive !== null && owner !== undefined && !alive.has(owner)) return true;
    return this.isOlderThan(queuedAt ?? 0, QUEUED_REQUEST_MAX_AGE_MS);
  }

  isOlderThan(timestamp: number, ageMs: number): boolean {
    const passedMs = this.#clock.now() - timestamp;
    // A stamp from the near future is a clock a little ahead; one from further off says nothing at all.
    if (passedMs < -FUTURE_ROW_TOLERANCE_MS) return false;
    return passedMs > ageMs;
  }

  #clockHasJumped(): boolean {
    const driftMs = Math.abs(this.#clock.now() - this.#clock.monotonicNow() - this.#offsetMs);
    this.#hasJumped ||= driftMs > CLOCK_JUMP_TOLERANCE_MS;
    return this.#hasJumped;
  }
}
