import type { Clock, Random } from '../../../protocol/runtime/clock.ts';
import type { EventPayload } from '../../../protocol/events/events.ts';
import type { ProblemReporter } from '../problem-reporter.ts';
import type { Send } from './transport.ts';
import { NETWORK_CHECK_SAMPLE_RATE } from '../../../protocol/constants.ts';

export interface NetworkCheckOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly send: Send;
  readonly address: () => string;
  readonly isOnline: () => boolean;
  readonly events: { log(name: 'networkChecked', payload: EventPayload<'networkChecked'>): void };
  readonly problems: Pick<ProblemReporter, 'blockedByExtension'>;
}

/** Checks whether the network works, independently of the provider's calls (N15). */
export class NetworkCheck {
  readonly #options: NetworkCheckOptions;
  #hasSuspected = false;

  constructor(options: NetworkCheckOptions) {
    this.#options = options;
  }

  /** Checks the network in one of ten page loads. */
  async sample(): Promise<void> {
    if (this.#options.random.fraction() >= NETWORK_CHECK_SAMPLE_RATE) return;
    this.#options.events.log('networkChecked', await this.#probe());
  }

  /** Call it when a call failed without a status. If the network works, the browser or an extension blocks the call (E1). */
  async suspect(): Promise<void> {
    if (this.#hasSuspected || !this.#options.isOnline()) return;
    this.#hasSuspected = true;
    const { reachable } = await this.#probe();
    if (reachable) this.#options.problems.blockedByExtension();
  }

  async #probe(): Promise<{ reachable: boolean; durationMs: number }> {
    const { clock, send, address } = this.#options;
    const startMs = clock.monotonicNow();
    const response = await send({ address: address(), method: 'GET' });
    return { reachable: response.ok, durationMs: clock.monotonicNow() - startMs };
  }
}
