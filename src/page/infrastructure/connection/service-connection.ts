import { TRANSPORT_NOT_READY } from '../../../../protocol/errors.ts';
import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { fail, succeed, type Failure, type Outcome } from '../../../../protocol/runtime/outcome.ts';
import type { InfrastructureApi, InfrastructureReport, PageHooks } from '../../../../protocol/infrastructure/rpc.ts';
import type { Lifecycle } from '../../lifecycle/lifecycle.ts';
import { SupervisedWorker } from '../../supervision/supervised-worker.ts';
import { WORKER_CALL_TIMEOUT_MS, callWithDeadline } from '../../platform/call-with-deadline.ts';
import type { EventOutbox } from '../logging/event-outbox.ts';
import type { PageContext } from '../page-context.ts';
import type { ServiceHost, ServiceHosts } from './service-host.ts';
import { WORKER_PING_INTERVAL_MS, WORKER_PING_TIMEOUT_MS } from '../../supervision/liveness.ts';

/** Deadline of a worker's first response; without it the worker counts as failed, because a blocked worker may fire no event. */
export const SERVICE_START_TIMEOUT_MS = 3_000;

export interface ServiceConnectionOptions {
  readonly clock: Clock;
  readonly hosts: ServiceHosts;
  readonly inlineOnly: boolean;
  readonly lifecycle: Pick<Lifecycle, 'visibility'>;
  /** Settings of every service. */
  readonly context: Pick<PageContext, 'hasConfig' | 'requestConfig' | 'openJournal' | 'serviceSettings'>;
  /** The running service receives the events of this outbox. */
  readonly outbox: Pick<EventOutbox, 'isWaiting' | 'superviseBy' | 'open' | 'setJournal'>;
  readonly hooks: PageHooks | undefined;
}

type Method<T> = (api: InfrastructureApi) => Promise<Outcome<T>>;

export interface StartedService {
  readonly mode: 'worker' | 'inline';
  /** Why the service runs inline; empty for a worker. */
  readonly reason: string;
  readonly report: InfrastructureReport;
}

/** Neither a worker nor main can run the service: events stay in the mirror and the journal, and are sent by beacon. */
export interface UnavailableService {
  readonly mode: null;
  readonly reason: string;
}

type Listener = (service: StartedService | UnavailableService) => void;

/**
 * Keeps one service running: in a worker, or the same code on main where no worker starts or survives. Calls wait for the service.
 * This class keeps a reference to the host, because Comlink loses calls of a proxy that was collected.
 */
export class ServiceConnection {
  readonly worker: SupervisedWorker<ServiceHost>;
  readonly #options: ServiceConnectionOptions;
  readonly #listeners = new Set<Listener>();
  readonly #ending = new AbortController();
  #host: ServiceHost | null = null;
  /** Result of calls while no service runs. */
  #failure: Failure = NO_SERVICE;
  #retry: (() => Promise<void>) | null = null;
  #started: Promise<void>;

  constructor(options: ServiceConnectionOptions) {
    const { clock, hosts, inlineOnly, lifecycle, outbox } = options;
    // The worker of a hidden page is not pinged: throttled timers would make a live worker look dead.
    const isNeeded = (): boolean => outbox.isWaiting && !isHidden(lifecycle);
    this.#options = options;
    this.worker = new SupervisedWorker({
      clock,
      createWorker: hosts.createWorker,
      open: hosts.openWorker,
      startTimeoutMs: SERVICE_START_TIMEOUT_MS,
      ping: async ({ api }) => api.ping(),
      pings: { intervalMs: WORKER_PING_INTERVAL_MS, timeoutMs: WORKER_PING_TIMEOUT_MS, isNeeded },
      onDied: (_reason, restarted) => {
        this.#started = this.#use(restarted);
      },
    });
    outbox.superviseBy(this.worker);
    this.#started = this.#use(inlineOnly ? INLINE_REQUESTED : this.worker.start(hosts.earlyWorker));
  }

  /** Calls back for every service that starts, before it gets events, and when no service is left. */
  subscribe(listener: Listener): void {
    this.#listeners.add(listener);
  }

  get isStarted(): boolean {
    return this.#host !== null;
  }

  /** Calls a method once the service runs. Always settles: with the response, or with a failure. */
  async call<T>(method: Method<T>): Promise<Outcome<T>> {
    await this.#started;
    return this.callNow(method);
  }

  /**
   * Like {@link call}, but first tries again to get the settings of the service if the last attempt has failed.
   */
  async retry<T>(method: Method<T>): Promise<Outcome<T>> {
    await this.#started;
    const again = this.#retry;
    this.#retry = null;
    if (again !== null) this.#started = again();
    return this.call(method);
  }

  /** Calls a method without waiting; fails at once while no service runs. */
  callNow<T>(method: Method<T>): Promise<Outcome<T>> {
    return this.#host === null ? Promise.resolve(this.#failure) : this.#callHost(this.#host, method);
  }

  /** Connects the outbox to the running service. */
  openOutbox(): void {
    if (this.#host !== null) this.#options.outbox.open(this.#host.events);
  }

  stop(): void {
    this.#ending.abort();
    this.worker.stop();
    this.#host = null;
  }

  async #use(opening: Outcome<ServiceHost> | Promise<Outcome<ServiceHost>>): Promise<void> {
    this.#host = null;
    this.#retry = null;
    const { hosts } = this.#options;
    const { signal } = this.#ending;
    const inWorker = await opening;
    if (signal.aborted) return;
    const opened = inWorker.ok ? inWorker : await hosts.openInline(signal);
    const reason = inWorker.ok ? '' : inWorker.message;
    if (!opened.ok) return this.#notify({ mode: null, reason: `${reason}; ${opened.message}` });
    return this.#start(opened.value, reason);
  }

  async #start(host: ServiceHost, reason: string): Promise<void> {
    const { context, hooks } = this.#options;
    const prepared = await this.#callHost(host, (api) => this.#prepare(api));
    const report = prepared.ok
      ? await this.#callHost(host, (api) => api.start(context.serviceSettings(), hooks))
      : prepared;
    if (this.#ending.signal.aborted) return;
    // The host died during its start, and the next host is starting.
    if (host.signal.aborted) return this.#started;
    if (!prepared.ok) {
      this.#failure = prepared;
      this.#retry = () => this.#start(host, reason);
      return;
    }
    this.#host = host;
    this.#notify({ mode: host.mode, reason, report: report.ok ? report.value : noStorage(report.message) });
    this.openOutbox();
  }

  /** Gets the settings of the service. No service is started until this succeeds; {@link retry} tries again. */
  async #prepare(api: InfrastructureApi): Promise<Outcome<unknown>> {
    const { context, outbox } = this.#options;
    if (context.hasConfig) return PREPARED;
    const configured = await context.requestConfig(api);
    if (configured.ok) outbox.setJournal(context.openJournal());
    return configured;
  }

  #notify(service: StartedService | UnavailableService): void {
    for (const listener of this.#listeners) listener(service);
  }

  #callHost<T>({ api, signal }: ServiceHost, method: Method<T>): Promise<Outcome<T>> {
    return callWithDeadline(this.#options.clock, WORKER_CALL_TIMEOUT_MS, signal, () => method(api));
  }
}

const PREPARED = succeed(null);
const INLINE_REQUESTED = fail('worker.unavailable', 'inline requested');
const NO_SERVICE = fail('worker.unavailable', TRANSPORT_NOT_READY);

function isHidden({ visibility }: Pick<Lifecycle, 'visibility'>): boolean {
  return visibility === 'hidden' || visibility === 'backgrounded';
}

function noStorage(storageReason: string): InfrastructureReport {
  return { storage: 'memory', storageReason };
}
