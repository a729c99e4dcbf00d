import type { Clock } from '../../../../protocol/clock.ts';
import { LIFECYCLE } from '../../../../protocol/constants.ts';
import { fail, succeed, type Outcome } from '../../../../protocol/outcome.ts';
import type { InfrastructureApi, InfrastructureReport } from '../../../../protocol/rpc.ts';
import { abandonCalls, callWithDeadline, type CallsUnderWay } from './call-with-deadline.ts';
import type { ServiceHost, ServiceHosts } from './service-host.ts';

export interface ServiceConnectionOptions {
  readonly clock: Clock;
  readonly hosts: ServiceHosts;
  readonly inlineOnly: boolean;
  /** The first call of every service: hands it its settings. */
  readonly start: (api: InfrastructureApi) => Promise<Outcome<InfrastructureReport>>;
  readonly onStarted: (started: StartedService) => void;
  /** Neither a worker nor main can run it: events live in the mirror and the journal, and leave by beacon. */
  readonly onUnavailable: (reason: string) => void;
}

export interface StartedService {
  readonly mode: 'worker' | 'inline';
  /** Why it is inline; empty for a worker. */
  readonly reason: string;
  readonly report: InfrastructureReport;
}

/**
 * Keeps one service running: a worker, another when it dies, and after three the same code on main. Calls wait for it.
 * The host is held here for its life: Comlink loses calls of a proxy that was collected.
 */
export class ServiceConnection {
  readonly #options: ServiceConnectionOptions;
  #host: ServiceHost | null = null;
  readonly #underWay: CallsUnderWay = new Set();
  #started: Promise<boolean>;
  #restarts = 0;
  #stopped = false;

  constructor(options: ServiceConnectionOptions) {
    this.#options = options;
    this.#started = this.#start(options.inlineOnly ? 'asked for' : '');
  }

  get isStarted(): boolean {
    return this.#host !== null;
  }

  get mode(): ServiceHost['mode'] | null {
    return this.#host?.mode ?? null;
  }

  /** Settles always: with the answer, or with why there is none. */
  async call<T>(
    method: (api: InfrastructureApi) => Promise<Outcome<T>>,
    timeoutMs: number = LIFECYCLE.workerCallTimeoutMs,
  ): Promise<Outcome<T>> {
    await this.#started;
    return this.callNow(method, timeoutMs);
  }

  /** Fails at once where no service runs. */
  callNow<T>(
    method: (api: InfrastructureApi) => Promise<Outcome<T>>,
    timeoutMs: number = LIFECYCLE.workerCallTimeoutMs,
  ): Promise<Outcome<T>> {
    const host = this.#host;
    if (host === null) return Promise.resolve(NO_SERVICE);
    return callWithDeadline(this.#options.clock, timeoutMs, this.#underWay, () => method(host.api));
  }

  deliver(lines: string, lostCount: number): Promise<Outcome<unknown>> {
    return this.#host?.deliver(lines, lostCount) ?? Promise.resolve(NO_SERVICE);
  }

  /** Ends a worker that has died or is about to; `restart` brings up the next one. */
  closeHost(): void {
    abandonCalls(this.#underWay);
    this.#host?.close();
    this.#host = null;
  }

  restart(reason: string): void {
    if (this.#stopped) return;
    this.closeHost();
    this.#restarts += 1;
    this.#started = this.#start(this.#restarts > LIFECYCLE.workerRestartsMax ? reason : '');
  }

  stop(): void {
    this.#stopped = true;
    this.closeHost();
  }

  async #start(inlineReason: string): Promise<boolean> {
    const { hosts, start, onStarted, onUnavailable, clock } = this.#options;
    let reason = inlineReason;
    let started = reason === '' ? await hosts.startWorker() : { refusal: reason };
    if (this.#stopped) return this.#discard(started);
    if ('refusal' in started) {
      reason = started.refusal;
      started = await hosts.startInline();
      if (this.#stopped) return this.#discard(started);
    }
    if ('refusal' in started) {
      onUnavailable(`${reason}; ${started.refusal}`);
      return false;
    }
    const { host } = started;
    const report = await callWithDeadline(clock, LIFECYCLE.workerCallTimeoutMs, this.#underWay, () => start(host.api));
    if (this.#stopped) return this.#discard(started);
    this.#host = host;
    onStarted({ mode: host.mode, reason, report: report.ok ? report.value : noStorage(report.message) });
    return true;
  }

  #discard(started: Awaited<ReturnType<ServiceHosts['startWorker']>>): false {
    if ('host' in started) started.host.close();
    return false;
  }
}

const NO_SERVICE = fail('worker.unavailable', 'No infrastructure service runs');

function noStorage(storageReason: string): InfrastructureReport {
  return { storage: 'memory', storageReason };
}

export async function ping(api: InfrastructureApi): Promise<Outcome<void>> {
  await api.ping();
  return succeed(undefined);
}
