import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../../protocol/runtime/clock.ts';

/** Enough for several measurements in each step of the curves, and hardly any load. */
export const NEWCOMER_PROBE_INTERVAL_MS = 5_000;

export interface NewcomerProbeDependencies {
  /** Sends a request on a new connection; resolves when the response begins, rejects when there is none. */
  readonly ask: () => Promise<void>;
  readonly clock: Clock;
  readonly intervalMs: number;
  /** Called with the time until the response began, and with the present wait for a response that is still missing. */
  readonly onMeasured: (waitMs: number) => void;
}

/**
 * Measures how long a new viewer waits for this server, as a client of the server: a connection that the system has not handed over
 * yet, or that is not read yet, appears in no other metric of the process.
 */
export class NewcomerProbe {
  readonly #dependencies: NewcomerProbeDependencies;
  /** Start of the pending measurement; `undefined` without one. */
  #askedMs: number | undefined;
  #cancel: () => void;

  constructor(dependencies: NewcomerProbeDependencies) {
    this.#dependencies = dependencies;
    this.#cancel = this.#checkLater();
  }

  close(): void {
    this.#cancel();
  }

  #checkLater(): () => void {
    return this.#dependencies.clock.after(this.#dependencies.intervalMs, () => {
      this.#cancel = this.#checkLater();
      if (this.#askedMs === undefined) void this.#measure();
      else this.#tell(this.#askedMs);
    });
  }

  async #measure(): Promise<void> {
    const { ask, clock } = this.#dependencies;
    const askedMs = clock.monotonicNow();
    this.#askedMs = askedMs;
    try {
      await ask();
      this.#tell(askedMs);
    } catch {
      // A connection that a limit closed is counted by that limit.
    } finally {
      this.#askedMs = undefined;
    }
  }

  #tell(askedMs: number): void {
    this.#dependencies.onMeasured(this.#dependencies.clock.monotonicNow() - askedMs);
  }
}

/** Requests `/healthz` on a new connection to a server that listens at this address. */
export function askAsNewcomer({ port, address }: Pick<AddressInfo, 'port' | 'address'>): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { host: reachable(address), port, path: '/healthz', agent: false, headers: { Host: 'localhost' } };
    get(options, (response) => {
      response.resume();
      resolve();
    }).once('error', reject);
  });
}

/** A server that listens at every address is reached at the loopback address. */
function reachable(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1';
  return address === '::' ? '::1' : address;
}
