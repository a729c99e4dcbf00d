import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { ServiceConnection } from './connection/service-connection.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { EventOutbox } from './logging/event-outbox.ts';
import { sendUnloadBeacons } from './logging/unload-beacons.ts';
import type { PageContext, PageEnvironment } from './page-context.ts';

export interface DepartureOptions {
  readonly clock: Clock;
  readonly environment: Pick<PageEnvironment, 'addEventListener'> & {
    readonly navigator: Pick<PageEnvironment['navigator'], 'onLine' | 'sendBeacon'>;
  };
  readonly context: Pick<PageContext, 'logAddress' | 'clientToShow'>;
  readonly lifecycle: Pick<Lifecycle, 'isGone'>;
  readonly outbox: Pick<EventOutbox, 'post' | 'unacknowledged'>;
  readonly connection: Pick<ServiceConnection, 'openOutbox' | 'stop'>;
}

/** Sends events by beacon while the page unloads, perhaps for the last time. */
export class Departure {
  readonly #options: DepartureOptions;
  #isUnderWay = false;
  #isBeaconDue = false;
  #sent: ReadonlySet<string> = new Set();

  constructor(options: DepartureOptions) {
    this.#options = options;
  }

  /** Sends the events. If the page will not return, its service is stopped first: it would send the same events again. */
  begin(): void {
    const { connection, lifecycle } = this.#options;
    this.#isUnderWay = true;
    if (lifecycle.isGone) connection.stop();
    this.#send();
  }

  /** Sends events to the service again, because the page stays. */
  cancel(): void {
    if (!this.#isUnderWay) return;
    this.#isUnderWay = false;
    this.#options.connection.openOutbox();
  }

  /** Sends one beacon for all events that one listener logs: each beacon repeats the client, and all beacons share one budget. */
  noteLogged(): void {
    if (!this.#isUnderWay) return;
    this.#options.outbox.post();
    if (this.#isBeaconDue) return;
    this.#isBeaconDue = true;
    queueMicrotask(() => this.#send());
  }

  /** In a frame that the host removes, microtasks no longer run after `pagehide`, but the frame still turns hidden. */
  watchLastChance(): void {
    this.#options.environment.addEventListener('visibilitychange', () => this.#isBeaconDue && this.#send());
  }

  #send(): void {
    this.#isBeaconDue = false;
    const { clock, context, outbox, environment } = this.#options;
    const { navigator } = environment;
    const unacknowledged = outbox.unacknowledged();
    const lines = unacknowledged.filter((line) => !this.#sent.has(line));
    const taken = sendUnloadBeacons(lines, {
      sendBeacon: navigator.sendBeacon?.bind(navigator),
      isOnline: () => navigator.onLine,
      addressOf: (endpoint) => context.logAddress(endpoint),
      context: () => ({ client: context.clientToShow() }),
      now: () => clock.now(),
    });
    this.#sent = new Set([...unacknowledged.filter((line) => this.#sent.has(line)), ...taken]);
  }
}
