import { ERROR_MESSAGES } from '../../protocol/errors.ts';
import { fail, succeed, type Outcome } from '../../protocol/runtime/outcome.ts';
import type { ActivitySummary } from '../../protocol/profiling/activity.ts';
import type { ThreadSpans } from '../../protocol/profiling/thread-spans.ts';
import { createTrackWriter } from '../../protocol/runtime/profiling/track-writer.ts';
import type { PageConfig } from '../../protocol/page/page-config.ts';
import type { EndpointKey, EndpointRequest, EndpointResponse } from '../../protocol/provider/endpoints.ts';
import type {
  AdStatus,
  CallOptions,
  ErrorReport,
  FlushReport,
  InfrastructureApi,
  InfrastructureReport,
  InfrastructureSettings,
  LifecycleChange,
  PageHooks,
  StorageMode,
} from '../../protocol/infrastructure/rpc.ts';
import type { Consent } from '../../protocol/privacy/consent.ts';
import type { PrivacyReport, PrivacyRequest } from '../../protocol/privacy/privacy-report.ts';
import type { Environment } from './environment.ts';
import { Session } from './context/session.ts';
import { RunningService } from './running-service.ts';
import { loadPageConfig } from './transport/load-page-config.ts';
import { createProviderSend } from './transport/provider-send.ts';

/**
 * The interface that the page calls: waits for the start, then delegates. `#` members stay private at run time, because
 * the RPC layer can read any name it can spell.
 */
export class InfrastructureService implements InfrastructureApi {
  readonly #environment: Environment;
  readonly #writeTracks: () => void;
  #running: { readonly service: RunningService; readonly report: Promise<InfrastructureReport> } | null = null;

  constructor(environment: Environment) {
    this.#environment = environment;
    this.#writeTracks = createTrackWriter(environment.spans, performance);
  }

  ping(): 'ready' {
    return 'ready';
  }

  async start(settings: InfrastructureSettings, hooks?: PageHooks): Promise<Outcome<InfrastructureReport>> {
    if (this.#running === null) {
      const service = new RunningService(settings, hooks, this.#environment);
      this.#running = { service, report: service.start() };
    }
    return succeed(await this.#running.report);
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
    return this.#run((service) => service.calls.call(endpoint, fields, options));
  }

  loadPageConfig(settings: InfrastructureSettings): Promise<Outcome<PageConfig>> {
    const session = new Session(settings, this.#environment);
    return loadPageConfig(session, createProviderSend(session, this.#environment));
  }

  reportError(report: ErrorReport): Promise<Outcome<void>> {
    return this.#run((service) => service.reportError(report));
  }

  readPreferences(): Promise<Outcome<Readonly<Record<string, string>>>> {
    return this.#run(async ({ cookies }) => succeed(cookies.preferences.all()));
  }

  writePreference(key: string, value: string | null, present: string): Promise<Outcome<void>> {
    return this.#run(async (service) => service.writePreference(key, value, present));
  }

  stateConsent(consent: Consent): Promise<Outcome<void>> {
    return this.#run(async ({ privacy }) => succeed(privacy.stateConsent(consent)));
  }

  privacy(request: PrivacyRequest): Promise<Outcome<PrivacyReport>> {
    return this.#run((service) => service.privacy.report(request));
  }

  async readSpans(sinceSequence?: number, lastMs?: number): Promise<Outcome<ThreadSpans>> {
    return succeed(this.#environment.spans.read(sinceSequence, lastMs));
  }

  writeTracks(): void {
    this.#writeTracks();
  }

  summariseActivity(): Promise<Outcome<ActivitySummary>> {
    return this.#run((service) => service.summariseActivity());
  }

  adStatusKnown(status: AdStatus): void {
    this.#running?.service.adStatusKnown(status);
  }

  lifecycleChanged(change: LifecycleChange): void {
    this.#running?.service.lifecycleChanged(change);
  }

  stop(): void {
    this.#running?.service.stop();
  }

  async #run<T>(work: (service: RunningService) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    if (this.#running === null) return fail('request.rejected', ERROR_MESSAGES.transportNotReady);
    await this.#running.report;
    return work(this.#running.service);
  }
}
