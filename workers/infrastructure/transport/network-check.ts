import type { Clock, Random } from '../../../protocol/runtime/clock.ts';
import type { Send } from './transport.ts';
import { NETWORK_CHECK_SAMPLE_RATE } from '../../../protocol/constants.ts';

export interface NetworkCheckOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly send: Send;
  readonly address: () => string;
  readonly isOnline: () => boolean;
  readonly onChecked: (result: { readonly reachable: boolean; readonly durationMs: number }) => void;
  /** E1: calls fail where everything else gets through. */
  readonly onBlocked: () => void;
}

/** N15: whether the network is there at all, apart from the provider's calls. */
export class NetworkCheck {
  readonly #options: NetworkCheckOptions;
  #hasSuspected = false;

  constructor(options: NetworkCheckOptions) {
    this.#options = options;
  }

  /** One page load in ten. */
  async sample(): Promise<void> {
    if (this.#options.random.fraction() >= NETWORK_CHECK_SAMPLE_RATE) return;
    this.#options.onChecked(await this.#probe());
  }

  /** A call has failed without a status. If the network is well, something on this side is in its way. */
  async suspect(): Promise<void> {
    if (this.#hasSuspected || !this.#options.isOnline()) return;
    this.#hasSuspected = true;
    const { reachable } = await this.#probe();
    if (reachable) this.#options.onBlocked();
  }

  async #probe(): Promise<{ reachable: boolean; durationMs: number }> {
    const { clock, send, address } = this.#options;
    const startMs = clock.monotonicNow();
    const response = await send({ address: address(), method: 'GET' });
    return { reachable: response.ok, durationMs: clock.monotonicNow() - startMs };
  }
}
