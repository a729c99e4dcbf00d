import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { StoredRequest } from '../../../protocol/infrastructure/records.ts';
import {
  BROWSER_COOKIE_LIFETIME_MAX_SECONDS,
  OFFLINE_REQUEST_MAX_AGE_MS,
  QUEUED_REQUEST_MAX_AGE_MS,
  REQUEST_MAX_AGE_MS,
} from '../../../protocol/constants.ts';

const CLOCK_JUMP_TOLERANCE_MS = 60_000;

type Aged = Pick<StoredRequest, 'timestamp' | 'offline' | 'loggedAtMs'>;
type Queued = Pick<StoredRequest, 'status' | 'owner' | 'queuedAt'>;

/**
 * Ages are measured by the wall clock, which can be changed. When it diverges from the monotonic clock by more than a
 * minute, nothing expires in this session; a row with a time in the future counts as young.
 */
export class Expiry {
  readonly #clock: Clock;
  readonly #offsetMs: number;
  #hasJumped = false;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#offsetMs = clock.now() - clock.monotonicNow();
  }

  /** True for a request past its age limit, which is shorter if it was made offline (S6). */
  isExpired({ timestamp, offline, loggedAtMs = timestamp }: Aged): boolean {
    if (this.#clockHasJumped()) return false;
    const maxAgeMs = offline ? OFFLINE_REQUEST_MAX_AGE_MS : REQUEST_MAX_AGE_MS;
    return this.#clock.now() - timestamp > maxAgeMs || this.isTooOld(loggedAtMs);
  }

  /**
   * Whether an event is so old that a repeat would count twice (S6), by the time it was logged: it may lie in a journal, be
   * posted and become a new request, and a provider remembers ids for little longer. An event that seems older than a browser
   * keeps anything was logged with a wrong clock, common before the first time synchronisation.
   */
  isTooOld(loggedAtMs: number): boolean {
    if (this.#clockHasJumped()) return false;
    const ageMs = this.#clock.now() - loggedAtMs;
    return ageMs > REQUEST_MAX_AGE_MS && ageMs <= BROWSER_COOKIE_LIFETIME_MAX_SECONDS * 1_000;
  }

  /** Whether the sender of the request is gone (S5, S10). `alive` is `null` if the living senders are unknown. */
  isAbandoned({ status, owner, queuedAt }: Queued, alive: ReadonlySet<string> | null): boolean {
    if (status !== 'QUEUED') return false;
    if (alive !== null && owner !== undefined && !alive.has(owner)) return true;
    return this.isOlderThan(queuedAt ?? 0, QUEUED_REQUEST_MAX_AGE_MS);
  }

  /** A stamp from the future counts as young: clocks are set back. */
  isOlderThan(timestamp: number, ageMs: number): boolean {
    return this.#clock.now() - timestamp > ageMs;
  }

  #clockHasJumped(): boolean {
    const driftMs = Math.abs(this.#clock.now() - this.#clock.monotonicNow() - this.#offsetMs);
    this.#hasJumped ||= driftMs > CLOCK_JUMP_TOLERANCE_MS;
    return this.#hasJumped;
  }
}
