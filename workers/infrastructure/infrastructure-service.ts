import { ERROR_MESSAGES } from '../../protocol/errors.ts';
import { fail, succeed, type Outcome } from '../../protocol/runtime/outcome.ts';
import type { ActivitySummary } from '../../protocol/recording/activity.ts';
import type { ThreadSpans } from '../../protocol/recording/thread-spans.ts';
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
import { composeService, openConfiguration, openLog, type ServiceParts } from './compose-service.ts';
import type { Environment } from './environment.ts';
import { Session } from './context/session.ts';
import { findIdentifier } from './identity/find-identifier.ts';
import type { LineBatchReceiver } from './logging/line-batch-receiver.ts';
import type { ViewerLog } from './logging/viewer-log.ts';
import { cacheFiles } from './transport/cache-files.ts';
import { loadPageConfig } from './transport/load-page-config.ts';
import { createProviderSend } from './transport/transport.ts';

export interface InfrastructureServiceOptions {
  readonly environment: Environment;
  readonly log: ViewerLog;
  /** Absent where the service runs on main. */
  readonly receiver?: LineBatchReceiver | undefined;
}

/**
 * The methods that the page calls. Most wait until the service has started. `#` members stay private at run time, because
 * the RPC layer can read any name it can spell.
 */
export class InfrastructureService implements InfrastructureApi {
  readonly #options: InfrastructureServiceOptions;
  readonly #writeTracks: () => void;
  #parts: ServiceParts | null = null;
  #report: Promise<InfrastructureReport> | null = null;

  constructor(options: InfrastructureServiceOptions) {
    this.#options = options;
    const { spans, clock } = options.environment;
    this.#writeTracks = createTrackWriter(spans, console, clock.after);
  }

  ping(): 'ready' {
    return 'ready';
  }

  async start(settings: InfrastructureSettings, hooks?: PageHooks): Promise<Outcome<InfrastructureReport>> {
    const { environment, log, receiver } = this.#options;
    this.#parts ??= composeService({ settings, hooks, environment, log, receiver });
    this.#report ??= open(this.#parts);
    return succeed(await this.#report);
  }

  logEvents(lines: string, lostCount?: number): Promise<Outcome<{ handedOverCount: number; mode: StorageMode }>> {
    return this.#whenStarted(async ({ log }) => {
      const { handedOverCount, durable } = await log.add(lines, lostCount);
      return succeed({ handedOverCount, mode: durable ? 'indexeddb' : 'memory' });
    });
  }

  flush(): Promise<Outcome<FlushReport>> {
    return this.#whenStarted(async ({ log }) => succeed(await log.flush()));
  }

  call<Key extends EndpointKey>(
    endpoint: Key,
    fields: EndpointRequest<Key>,
    options?: CallOptions,
  ): Promise<Outcome<EndpointResponse<Key>>> {
    return this.#whenStarted(({ calls }) => calls.call(endpoint, fields, options));
  }

  loadPageConfig(settings: InfrastructureSettings): Promise<Outcome<PageConfig>> {
    const { environment } = this.#options;
    const session = new Session(settings, environment);
    return loadPageConfig(session, createProviderSend(session, environment));
  }

  reportError(report: ErrorReport): Promise<Outcome<void>> {
    return this.#whenStarted(async ({ errors }) => succeed(await errors.report(report)));
  }

  readPreferences(): Promise<Outcome<Readonly<Record<string, string>>>> {
    return this.#whenStarted(async ({ cookies }) => succeed(cookies.preferences.all()));
  }

  writePreference(key: string, value: string | null, present: string): Promise<Outcome<void>> {
    return this.#whenStarted(async ({ cookies, privacy }) => {
      const written = cookies.preferences.set(key, value, present);
      cookies.followChoice();
      // The provider issues an identity only by the choice in this cookie, so the cookie is written before further requests.
      await cookies.written();
      privacy.changed();
      return written;
    });
  }

  stateConsent(consent: Consent): Promise<Outcome<void>> {
    return this.#whenStarted(async ({ privacy }) => succeed(privacy.stateConsent(consent)));
  }

  saveData(isOn: boolean): Promise<Outcome<void>> {
    return this.#whenStarted(async ({ session }) => {
      session.savesData = isOn;
      return succeed(undefined);
    });
  }

  async cacheFiles(addresses: readonly string[]): Promise<Outcome<void>> {
    return succeed(await cacheFiles(addresses, this.#options.environment.fetch));
  }

  privacy(request: PrivacyRequest): Promise<Outcome<PrivacyReport>> {
    return this.#whenStarted(({ privacy }) => privacy.report(request));
  }

  async readSpans(sinceSequence?: number, lastMs?: number): Promise<Outcome<ThreadSpans>> {
    return succeed(this.#options.environment.spans.read(sinceSequence, lastMs));
  }

  writeTracks(): boolean {
    this.#writeTracks();
    return true;
  }

  summariseActivity(): Promise<Outcome<ActivitySummary>> {
    return this.#whenStarted(async ({ activity }) => succeed(await activity()));
  }

  adStatusKnown(status: AdStatus): void {
    this.#parts?.session.adSignals.set('ad_status', status);
  }

  lifecycleChanged(change: LifecycleChange): void {
    if (this.#parts === null) return;
    const { network, gate, log } = this.#parts;
    network.isOnline = change.online;
    if (change.lifecycle === 'document_disposed_preventable') gate.begin();
    else gate.end();
    log.lifecycleChanged(change);
  }

  stop(): void {
    if (this.#parts === null) return;
    const { stopWatching, jobs, receipts, gate, identity, log, responses } = this.#parts;
    stopWatching();
    jobs.stop();
    receipts.stop();
    gate.stop();
    identity.visitorId.stop();
    identity.botDetection.dispose();
    log.stop();
    responses.close();
  }

  async #whenStarted<T>(work: (parts: ServiceParts) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    if (this.#parts === null) return fail('request.rejected', ERROR_MESSAGES.transportNotReady);
    await this.#report;
    return work(this.#parts);
  }
}

/** Identifies the viewer, opens log and configuration, and schedules the work that nothing waits for. */
async function open(parts: ServiceParts): Promise<InfrastructureReport> {
  const { session, send, problems, privacy, responses, jobs, networkCheck, identity, cookies } = parts;
  const identifier = await findIdentifier(session, send, problems);
  const opening = openLog(parts, identifier);
  const configStore = openConfiguration(parts, identifier);
  privacy.begin(identifier);
  const config = await responses.keepIn(configStore);
  const memoryReason = await opening;
  jobs.schedule('network check', () => networkCheck.sample(), { priority: 'background' });
  jobs.schedule('visitor id', () => identity.visitorId.run(), { priority: 'background' });
  // Not a background job, which would wait during a navigation: the navigation may end the page.
  jobs.schedule('renewing cookies', () => cookies.renew(), { priority: 'user-visible' });
  return { storage: memoryReason === '' ? 'indexeddb' : 'memory', storageReason: memoryReason, config };
}
