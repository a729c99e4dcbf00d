import type { AdStatus, InfrastructureApi } from '../../../protocol/infrastructure/rpc.ts';
import type { Outcome } from '../../../protocol/runtime/outcome.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import type { ServiceConnection } from './connection/service-connection.ts';
import type { PageEnvironment } from './page-context.ts';

export interface PageConditionsOptions {
  readonly environment: Pick<PageEnvironment, 'addEventListener'> & {
    readonly navigator: Pick<PageEnvironment['navigator'], 'onLine'>;
  };
  readonly lifecycle: Pick<Lifecycle, 'state' | 'visibility'>;
  readonly connection: Pick<ServiceConnection, 'isStarted' | 'call' | 'callNow'>;
}

/**
 * Sends the service conditions that a worker cannot observe: lifecycle, visibility, connection, data saver, and the outcome of the
 * ad script.
 */
export class PageConditions {
  readonly #options: PageConditionsOptions;
  #adStatus: AdStatus | null = null;
  #savesData = false;

  constructor(options: PageConditionsOptions) {
    this.#options = options;
  }

  /** Sends every condition to a new service. */
  tellAll(): void {
    this.tellLifecycle();
    this.#tellAdStatus();
    if (this.#savesData) void this.saveData(true);
  }

  tellLifecycle(state = this.#options.lifecycle.state): void {
    const { lifecycle, environment, connection } = this.#options;
    if (!connection.isStarted) return;
    const conditions = { lifecycle: state, visibility: lifecycle.visibility, online: environment.navigator.onLine };
    this.#send((api) => api.lifecycleChanged(conditions));
  }

  /** Keeps the choice for services that start later, and sends it to the present service (L4). */
  saveData(isOn: boolean): Promise<Outcome<void>> {
    this.#savesData = isOn;
    return this.#options.connection.call((api) => api.saveData(isOn));
  }

  /** Keeps the status for services that start later, and sends it to the present service (P12). */
  setAdStatus(status: AdStatus): void {
    this.#adStatus = status;
    this.#tellAdStatus();
  }

  watch(): void {
    for (const type of ['online', 'offline'])
      this.#options.environment.addEventListener(type, () => this.tellLifecycle());
  }

  #tellAdStatus(): void {
    const status = this.#adStatus;
    if (status !== null) this.#send((api) => api.adStatusKnown(status));
  }

  #send(call: (api: InfrastructureApi) => unknown): void {
    void this.#options.connection.callNow(async (api) => {
      await call(api);
      return { ok: true, value: undefined };
    });
  }
}
