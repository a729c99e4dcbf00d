import type { Clock } from '../../../protocol/runtime/clock.ts';
import { ERROR_MESSAGE_MAX_CHARACTERS } from '../../../protocol/constants.ts';
import type { EndpointKey, EndpointRequest, EndpointResponse } from '../../../protocol/provider/endpoints.ts';
import { createEventLines } from '../../../protocol/events/event-line.ts';
import { DECLARED_BOTS } from '../../../protocol/infrastructure/declared-bots.ts';
import { tierOfEvent } from '../../../protocol/events/event-delivery.ts';
import type { EventName, EventPayload } from '../../../protocol/events/events.ts';
import { describeError, type ErrorPlace } from '../../../protocol/runtime/describe-error.ts';
import type { PageConfig } from '../../../protocol/page/page-config.ts';
import type { Consent } from '../../../protocol/privacy/consent.ts';
import type { PrivacyReport, PrivacyRequest } from '../../../protocol/privacy/privacy-report.ts';
import type { ActivitySummary } from '../../../protocol/recording/activity.ts';
import { succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import type { CallOptions, FlushReport } from '../../../protocol/infrastructure/rpc.ts';
import type { Lifecycle, LifecycleNotice } from '../lifecycle/lifecycle.ts';
import type { ServiceConnection, StartedService } from './connection/service-connection.ts';
import type { Departure } from './departure.ts';
import type { PageConditions } from './page-conditions.ts';
import type { Infrastructure, InfrastructureMode } from './infrastructure.ts';
import type { EventOutbox } from './logging/event-outbox.ts';
import type { JournalRecovery } from './logging/journal-recovery.ts';
import { sendPing } from './ping.ts';
import type { PageContext, PageEnvironment } from './page-context.ts';
import type { DeferredJob } from './viewer/deferred-work.ts';
import type { ViewerServices } from './viewer/viewer-services.ts';

export interface InfrastructureClientOptions {
  readonly clock: Clock;
  readonly environment: PageEnvironment;
  readonly lifecycle: Lifecycle;
  readonly context: PageContext;
  readonly outbox: EventOutbox;
  readonly recovery: JournalRecovery;
  readonly connection: ServiceConnection;
  readonly conditions: PageConditions;
  readonly departure: Departure;
  /** Monotonic time, milliseconds. */
  readonly startedAtMs: number;
  readonly viewer: Pick<ViewerServices, 'startDeferredWork' | 'defer' | 'stop'> | undefined;
}

/** The page's side of the infrastructure: adds events to the outbox, and follows the state of service and document. */
export class InfrastructureClient implements Infrastructure {
  readonly ready: Promise<InfrastructureMode>;
  readonly sessionId: string;
  readonly #options: InfrastructureClientOptions;
  readonly #line: ReturnType<typeof createEventLines>;

  constructor(options: InfrastructureClientOptions) {
    const { clock, context, connection, lifecycle } = options;
    this.#options = options;
    this.sessionId = context.sessionId;
    this.#line = createEventLines(context.sessionId, () => clock.now());
    this.ready = new Promise((settle) =>
      connection.subscribe((service) => {
        const { mode, reason } = service;
        if (mode === null) {
          settle({ mode: 'inline', reason, storage: 'memory', config: {} });
          return this.#reportMissing(reason);
        }
        const { storage, config = {} } = service.report;
        settle({ mode, reason, storage, config });
        this.#onStarted(service);
      }),
    );
    lifecycle.subscribe((notice) => this.#onLifecycle(notice));
    this.log('visibilityChanged', { from: 'unknown', to: lifecycle.visibility });
  }

  get clientScreenNonce(): string {
    return this.#options.context.clientScreenNonce;
  }

  get isPrivate(): boolean {
    return this.#options.context.isPrivate;
  }

  get recognisesViewer(): boolean {
    return this.#options.context.recognisesViewer;
  }

  get keepsPositions(): boolean {
    return this.#options.context.checkpoint?.keepsPositions === true;
  }

  log<Name extends EventName>(name: Name, payload: EventPayload<Name>): void {
    let line;
    try {
      line = this.#line(name, payload);
    } catch (error) {
      return void this.reportError(error, { event: name });
    }
    this.#options.outbox.add(line, tierOfEvent(name));
    this.#options.departure.noteLogged();
  }

  /** If the page's configuration is still missing after a failure, requests it again first. */
  call<Key extends EndpointKey>(
    endpoint: Key,
    fields: EndpointRequest<Key>,
    options?: CallOptions,
  ): Promise<Outcome<EndpointResponse<Key>>> {
    return this.#options.connection.retry((api) => api.call(endpoint, fields, options));
  }

  async loadPageConfig(): Promise<Outcome<PageConfig>> {
    const { context, connection } = this.#options;
    const page = async () => succeed(context.settings);
    return context.hasConfig ? page() : connection.call(page);
  }

  readPreferences(): Promise<Outcome<Readonly<Record<string, string>>>> {
    return this.#options.connection.call((api) => api.readPreferences());
  }

  writePreference(key: string, value: string | null): Promise<Outcome<void>> {
    const { context, connection } = this.#options;
    return connection.call((api) => api.writePreference(key, value, context.readCookies()));
  }

  stateConsent(consent: Consent): Promise<Outcome<void>> {
    return this.#options.connection.call((api) => api.stateConsent(consent));
  }

  saveData(isOn: boolean): Promise<Outcome<void>> {
    return this.#options.conditions.saveData(isOn);
  }

  cacheFiles(addresses: readonly string[]): Promise<Outcome<void>> {
    return this.#options.connection.call((api) => api.cacheFiles(addresses));
  }

  privacy(request: PrivacyRequest): Promise<Outcome<PrivacyReport>> {
    return this.#options.connection.call((api) => api.privacy(request));
  }

  reportError(error: unknown, params?: Readonly<Record<string, string>>, place?: ErrorPlace): Promise<unknown> {
    const report = { record: describeError(error, params, place), severity: 'error', thread: 'main' } as const;
    return this.#options.connection.call((api) => api.reportError(report));
  }

  defer(...job: DeferredJob): void {
    this.#options.viewer?.defer(...job);
  }

  /** Hands all events over to the service, which sends them now. */
  async flush(): Promise<Outcome<FlushReport>> {
    await this.ready;
    // Does not wait for acknowledgements: without storage they only come with the delivery that is requested here.
    this.#options.outbox.post();
    return this.#options.connection.call((api) => api.flush());
  }

  /** Fails at once where no service runs. */
  summariseActivity(): Promise<Outcome<ActivitySummary>> {
    return this.#options.connection.callNow((api) => api.summariseActivity());
  }

  unacknowledged(): readonly string[] {
    return this.#options.outbox.unacknowledged();
  }

  #onStarted({ mode, reason }: StartedService): void {
    const { clock, startedAtMs, context, conditions, viewer, recovery } = this.#options;
    const { privacy, addresses } = context.settings;
    conditions.tellAll();
    viewer?.startDeferredWork(privacy.privateEmbed ? null : addresses.adStatusScript, (status) =>
      conditions.setAdStatus(status),
    );
    this.log('infrastructureStarted', { mode, reason, startMs: clock.monotonicNow() - startedAtMs });
    recovery.begin();
  }

  /** Sends a ping: the error reporter runs in the service that did not start. */
  #reportMissing(reason: string): void {
    const { environment, context } = this.#options;
    if (DECLARED_BOTS.test(environment.navigator.userAgent)) return;
    const msg = `The infrastructure did not start: ${reason}`.slice(0, ERROR_MESSAGE_MAX_CHARACTERS);
    const query = new URLSearchParams({ type: 'Error', msg, level: 'error' });
    sendPing(`${context.settings.addresses.errorReport}?${query}`, environment);
  }

  #onLifecycle({ state, previousState, visibility, previousVisibility, cause }: LifecycleNotice): void {
    const { lifecycle, viewer, outbox, connection, conditions, departure } = this.#options;
    if (state !== previousState) this.log('documentLifecycleChanged', { from: previousState, to: state, cause });
    if (visibility !== previousVisibility) {
      this.log('visibilityChanged', { from: previousVisibility, to: visibility });
    }
    connection.worker.watch();
    // A page that has turned hidden is flushed with the next notice, because other listeners still log events in this notice.
    if (cause === 'hidden' && state === 'flush_logs') return;
    if (cause === 'flushed') {
      outbox.post();
      conditions.tellLifecycle(previousState);
    }
    if (state !== 'flush_logs' || previousState === state) {
      conditions.tellLifecycle();
      if (state === 'document_active') departure.cancel();
      return;
    }
    // The worker ends or freezes before it could store these events; journal and beacon have them.
    outbox.close();
    outbox.post();
    conditions.tellLifecycle();
    departure.begin();
    if (lifecycle.isGone) viewer?.stop();
  }
}
