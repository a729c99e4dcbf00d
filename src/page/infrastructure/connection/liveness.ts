import type { Clock } from '../../../../protocol/clock.ts';
import { LIFECYCLE } from '../../../../protocol/constants.ts';
import { ping, type ServiceConnection } from './service-connection.ts';

/** As much of the connection as it takes to notice a death. */
export type PingedConnection = Pick<ServiceConnection, 'mode' | 'callNow' | 'restart'>;

/**
 * A dead worker is silent. While somebody waits for it, it is asked every second whether it lives (design.md 4); in a
 * hidden page not, because timers there come late and would accuse the innocent.
 */
export class Liveness {
  readonly #clock: Clock;
  readonly #connection: () => PingedConnection;
  #waiting = false;
  #suspended = false;
  /** Somebody was served since the last look: whoever serves lives. */
  #hasServed = false;
  #cancel: (() => void) | null = null;
  /** Answers to pings of an earlier watch mean nothing. */
  #watch = 0;

  constructor(clock: Clock, connection: () => PingedConnection) {
    this.#clock = clock;
    this.#connection = connection;
  }

  setWaiting(waiting: boolean): void {
    this.#waiting = waiting;
    this.#update();
  }

  noteServed(): void {
    this.#hasServed = true;
  }

  setSuspended(suspended: boolean): void {
    this.#suspended = suspended;
    this.#update();
  }

  /** Ends all of it, whoever waits. */
  stop(): void {
    this.#watch += 1;
    this.#hasServed = false;
    this.#cancel?.();
    this.#cancel = null;
  }

  /** Most waits are over long before the first look. */
  #update(): void {
    if (this.#suspended || !this.#waiting) this.stop();
    else this.#cancel ??= this.#schedule();
  }

  #schedule(): () => void {
    return this.#clock.after(LIFECYCLE.workerPingIntervalMs, () => void this.#ask());
  }

  async #ask(): Promise<void> {
    const watch = ++this.#watch;
    const hasServed = this.#hasServed;
    this.#hasServed = false;
    const connection = this.#connection();
    if (connection.mode === 'worker' && !hasServed) {
      const answer = await connection.callNow(ping, LIFECYCLE.workerPingTimeoutMs);
      if (watch !== this.#watch) return;
      if (!answer.ok) connection.restart(`worker died: ${answer.message}`);
    }
    this.#cancel = this.#schedule();
  }
}
