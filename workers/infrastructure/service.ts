import { ERROR_MESSAGES } from '../../protocol/errors.ts';
import { fail, succeed, type Outcome } from '../../protocol/outcome.ts';
import type { PageConfig } from '../../protocol/page-config.ts';
import type { EndpointKey, EndpointRequest, EndpointResponse } from '../../protocol/provider/endpoints.ts';
import type { ClientInfo } from '../../protocol/request-context.ts';
import type {
  CallOptions,
  ErrorReport,
  FlushReport,
  InfrastructureApi,
  InfrastructureReport,
  InfrastructureSettings,
  LifecycleChange,
  StorageMode,
} from '../../protocol/rpc.ts';
import type { Environment } from './environment.ts';
import { startRunningService, type RunningService } from './running-service.ts';

/**
 * The surface that the page calls: it waits for the start and hands on. `#` members stay private at run time, because the
 * RPC layer can read any name it can spell.
 */
export class InfrastructureService implements InfrastructureApi {
  readonly #environment: Environment;
  #running: Promise<RunningService> | null = null;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  ping(): 'ready' {
    return 'ready';
  }

  async start(settings: InfrastructureSettings): Promise<Outcome<InfrastructureReport>> {
    this.#running ??= startRunningService(settings, this.#environment);
    return succeed((await this.#running).report);
  }

  logEvents(lines: string, lostCount?: number): Promise<Outcome<{ storedCount: number; mode: StorageMode }>> {
    return this.#run((service) => service.logEvents(lines, lostCount));
  }

  flush(): Promise<Outcome<FlushReport>> {
    return this.#run((service) => service.flush());
  }

  call<Key extends EndpointKey>(
    endpoint: Key,
    fields: EndpointRequest<Key>,
    options?: CallOptions,
  ): Promise<Outcome<EndpointResponse<Key>>> {
    return this.#run((service) => service.call(endpoint, fields, options));
  }

  loadPageConfig(videoId: string): Promise<Outcome<PageConfig>> {
    return this.#run((service) => service.loadPageConfig(videoId));
  }

  reportError(report: ErrorReport): Promise<Outcome<void>> {
    return this.#run((service) => service.reportError(report));
  }

  async updateClient(change: Partial<ClientInfo>): Promise<void> {
    (await this.#running)?.updateClient(change);
  }

  async lifecycleChanged(change: LifecycleChange): Promise<void> {
    (await this.#running)?.lifecycleChanged(change);
  }

  async #run<T>(work: (service: RunningService) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    if (this.#running === null) return fail('request.rejected', ERROR_MESSAGES.transportNotReady);
    return work(await this.#running);
  }
}
