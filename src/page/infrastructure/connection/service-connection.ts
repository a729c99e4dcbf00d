import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { fail, type Failure, type Outcome } from '../../../../protocol/runtime/outcome.ts';
import type { InfrastructureApi, InfrastructureReport } from '../../../../protocol/infrastructure/rpc.ts';
import { SupervisedWorker } from '../../supervision/supervised-worker.ts';
import { WORKER_CALL_TIMEOUT_MS, callWithDeadline } from '../../platform/call-with-deadline.ts';
import type { ServiceHost, ServiceHosts } from './service-host.ts';
import { WORKER_PING_INTERVAL_MS, WORKER_PING_TIMEOUT_MS } from '../../supervision/liveness.ts';

/** A worker that has not answered a first call by then is not coming: blocked ones may report nothing. Our choice. */
export const WORKER_START_TIMEOUT_MS = 3_000;

export interface ServiceConnectionOptions {
  readonly clock: Clock;
  readonly hosts: ServiceHosts;
  readonly inlineOnly: boolean;
  /** Something waits for the service, in a page that is in sight. `worker.watch()` is called when it changes. */
  readonly isNeeded: () => boolean;
  /** Finds out what a service is to be started with. While that fails none is started: {@link ServiceConnection.retry}. */
  readonly prepare: Method<unknown>;
  /** The first call of every service: hands it its settings. */
  readonly start: Method<InfrastructureReport>;
  readonly onStarted: (started: StartedService) => void;
  /** Neither a worker nor main can run it: events live in the mirror and the journal, and leave by beacon. */
  readonly onUnavailable: (reason: string) => void;
}

type Method<T> = (api: InfrastructureApi) => Promise<Outcome<T>>;

export interface StartedService {
  readonly mode: 'worker' | 'inline';
  /** Why it is inline; empty for a worker. */
  readonly reason: string;
  readonly report: InfrastructureReport;
}

/**
 * Keeps one service running: a worker, and the same code on main where no worker comes or stays. Calls wait for it. The
 * host is held here for its life: Comlink loses calls of a proxy that was collected.
 */
export class ServiceConnection {
  readonly worker: SupervisedWorker<ServiceHost>;
  readonly #options: ServiceConnectionOptions;
  readonly #ending = new AbortController();
  #host: ServiceHost | null = null;
  /** What calls are answered while no service runs. */
  #failure: Failure = NO_SERVICE;
  #retry: (() => Promise<void>) | null = null;
  #started: Promise<void>;

  constructor(options: ServiceConnectionOptions) {
    const { clock, hosts, inlineOnly, isNeeded } = options;
    this.#options = options;
    this.worker = new SupervisedWorker({
      clock,
      createWorker: hosts.createWorker,
      open: hosts.openWorker,
      startTimeoutMs: WORKER_START_TIMEOUT_MS,
      ping: async ({ api }) => api.ping(),
      pings: { intervalMs: WORKER_PING_INTERVAL_MS, timeoutMs: WORKER_PING_TIMEOUT_MS, isNeeded },
      onDied: (_reason, restarted) => {
        this.#started = this.#use(restarted);
      },
    });
    this.#started = this.#use(inlineOnly ? ASKED_FOR : this.worker.start(hosts.earlyWorker));
  }

  get isStarted(): boolean {
    return this.#host !== null;
  }

  get mode(): ServiceHost['mode'] | null {
    return this.#host?.mode ?? null;
  }

  /** Settles always: with the response, or with why there is none. */
  async call<T>(method: Method<T>): Promise<Outcome<T>> {
    await this.#started;
    return this.callNow(method);
  }

  /** The same, after another attempt if what the service is to be started with could not be found out. */
  async retry<T>(method: Method<T>): Promise<Outcome<T>> {
    await this.#started;
    const again = this.#retry;
    this.#retry = null;
    if (again !== null) this.#started = again();
    return this.call(method);
  }

  /** Fails at once where no service runs. */
  callNow<T>(method: Method<T>): Promise<Outcome<T>> {
    return this.#host === null ? Promise.resolve(this.#failure) : this.#callHost(this.#host, method);
  }

  deliver(lines: string, lostCount: number): Promise<Outcome<unknown>> {
    return this.#host?.deliver(lines, lostCount) ?? Promise.resolve(NO_SERVICE);
  }

  stop(): void {
    this.#ending.abort();
    this.worker.stop();
    this.#host = null;
  }

  async #use(opening: Outcome<ServiceHost> | Promise<Outcome<ServiceHost>>): Promise<void> {
    this.#host = null;
    this.#retry = null;
    const { hosts, onUnavailable } = this.#options;
    const { signal } = this.#ending;
    const inWorker = await opening;
    if (signal.aborted) return;
    const opened = inWorker.ok ? inWorker : await hosts.openInline(signal);
    const reason = inWorker.ok ? '' : inWorker.message;
    if (!opened.ok) return onUnavailable(`${reason}; ${opened.message}`);
    return this.#start(opened.value, reason);
  }

  async #start(host: ServiceHost, reason: string): Promise<void> {
    const { prepare, start, onStarted } = this.#options;
    const prepared = await this.#callHost(host, prepare);
    const report = prepared.ok ? await this.#callHost(host, start) : prepared;
    if (this.#ending.signal.aborted) return;
    /** It died meanwhile, and the next one is on its way. */
    if (host.signal.aborted) return this.#started;
    if (!prepared.ok) {
      this.#failure = prepared;
      this.#retry = () => this.#start(host, reason);
      return;
    }
    this.#host = host;
    onStarted({ mode: host.mode, reason, report: report.ok ? report.value : noStorage(report.message) });
  }

  #callHost<T>({ api, signal }: ServiceHost, method: Method<T>): Promise<Outcome<T>> {
    return callWithDeadline(this.#options.clock, WORKER_CALL_TIMEOUT_MS, signal, () => method(api));
  }
}

const ASKED_FOR = fail('worker.unavailable', 'asked for');
const NO_SERVICE = fail('worker.unavailable', 'No infrastructure service runs');

function noStorage(storageReason: string): InfrastructureReport {
  return { storage: 'memory', storageReason };
}
