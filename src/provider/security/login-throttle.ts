import type { Clock } from '../../../protocol/runtime/clock.ts';
import { addressKey, siteKey } from '../http/limits/address-key.ts';
import { isLoopbackAddress } from '../http/loopback.ts';
import { RecentMap } from '../http/limits/recent-map.ts';
import { TokenBuckets } from '../http/limits/token-buckets.ts';
import { FailureTable } from './failure-table.ts';

/** A few typing errors cause no delay; a site may be a company with several operators. */
const FREE_FAILURES = 3;
const FREE_FAILURES_OF_SITE = 10;
/** Guesses of all unknown clients together: some 4 300 a day, far too few to find a password of 12 characters. */
const ALL_INTERVAL_MS = 20_000;
const ALL_BURST = 20;
const ALL = 'all';
const KNOWN_MAX = 1_000;

/** Client of a sign-in. */
export interface LoginClient {
  readonly address: string;
  /** Id of a browser that signed in before, from its cookie. */
  readonly deviceId: string | undefined;
}

/**
 * Slows down password guessing: by client, by site, and by all unknown clients together, because a guesser may have
 * many networks. For known clients, only their own failed guesses count, so that no stranger locks the operator
 * out. Known are a browser or an address that signed in before, and this machine.
 */
export class LoginThrottle {
  readonly #clients: FailureTable;
  readonly #sites: FailureTable;
  readonly #all: TokenBuckets;
  readonly #knownAddresses = new RecentMap<string, true>(KNOWN_MAX);

  constructor(clock: Clock) {
    this.#clients = new FailureTable({ clock, freeFailures: FREE_FAILURES });
    this.#sites = new FailureTable({ clock, freeFailures: FREE_FAILURES_OF_SITE });
    this.#all = new TokenBuckets({ perSecond: 1_000 / ALL_INTERVAL_MS, burst: ALL_BURST }, clock);
  }

  /** Milliseconds until this client may try again; 0 means now. */
  waitMs(client: LoginClient): number {
    const ownMs = this.#clients.waitMs(keyOf(client));
    if (this.#isKnown(client)) return ownMs;
    const allMs = this.#all.isOpen(ALL) ? 0 : ALL_INTERVAL_MS;
    return Math.max(ownMs, this.#sites.waitMs(siteKey(client.address)), allMs);
  }

  failed(client: LoginClient): void {
    this.#clients.failed(keyOf(client));
    if (this.#isKnown(client)) return;
    this.#sites.failed(siteKey(client.address));
    this.#all.charge(ALL, 1);
  }

  succeeded(client: LoginClient): void {
    this.#clients.forget(keyOf(client));
    this.#knownAddresses.set(addressKey(client.address), true);
  }

  /** A proxy that hides its clients makes all of them look like this machine, but then they are one client. */
  #isKnown({ address, deviceId }: LoginClient): boolean {
    return (
      isLoopbackAddress(address) || deviceId !== undefined || this.#knownAddresses.get(addressKey(address)) === true
    );
  }
}

/** A program on this machine has 16 million addresses. */
function keyOf({ address, deviceId }: LoginClient): string {
  if (deviceId !== undefined) return `device ${deviceId}`;
  return isLoopbackAddress(address) ? 'this machine' : addressKey(address);
}
