import type { Context } from 'hono';
import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { clientKey, clientNetwork } from './address-key.ts';
import { TokenBuckets, type Rate } from './token-buckets.ts';

/** A network has many customers, each with an address. */
const NETWORK_FACTOR = 4;

/** A rate of each address, and a larger rate of its network, in which a customer has many addresses at no cost. */
export class ClientRate {
  readonly #ofAddress: TokenBuckets;
  readonly #ofNetwork: TokenBuckets;

  constructor({ perSecond, burst }: Rate, clock: Clock) {
    this.#ofAddress = new TokenBuckets({ perSecond, burst }, clock);
    this.#ofNetwork = new TokenBuckets({ perSecond: perSecond * NETWORK_FACTOR, burst: burst * NETWORK_FACTOR }, clock);
  }

  /** Whether the client of a request is within the rate. Limits do not apply in process. */
  take(context: Context): boolean {
    const [address, network] = [clientKey(context), clientNetwork(context)];
    if (address === undefined || network === undefined) return true;
    return this.#ofAddress.take(address) && this.#ofNetwork.take(network);
  }
}
