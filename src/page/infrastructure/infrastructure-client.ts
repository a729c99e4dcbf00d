import type { Clock, Random } from '../../../protocol/runtime/clock.ts';
import { ERROR_MESSAGE_MAX_CHARACTERS, SCREEN_NONCE_CHARACTERS } from '../../../protocol/constants.ts';
import { makeNonce } from '../../../protocol/identifiers.ts';
import type { EndpointKey, EndpointRequest, EndpointResponse } from '../../../protocol/provider/endpoints.ts';
import { createEventLines, makeSequenceId } from '../../../protocol/infrastructure/event-line.ts';
import { DECLARED_BOTS } from '../../../protocol/infrastructure/declared-bots.ts';
import { tierOfEvent } from '../../../protocol/infrastructure/event-tiers.ts';
import type { EventName, EventPayload } from '../../../protocol/infrastructure/events.ts';
import { describeError, type ErrorPlace } from '../../../protocol/runtime/describe-error.ts';
import type { PageConfig } from '../../../protocol/page/page-config.ts';
import type { Consent } from '../../../protocol/privacy/consent.ts';
import type { PrivacyReport, PrivacyRequest } from '../../../protocol/privacy/privacy-report.ts';
import type { ActivitySummary } from '../../../protocol/profiling/activity.ts';
import { succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import type { CallOptions, FlushReport, PageHooks, ServiceCheckpoint } from '../../../protocol/infrastructure/rpc.ts';
import type { Lifecycle, LifecycleNotice } from '../lifecycle/lifecycle.ts';
import { ServiceConnection, type StartedService } from './connection/service-connection.ts';
import type { ServiceHosts } from './connection/service-host.ts';
import { Departure } from './departure.ts';
import { PageConditions } from './page-conditions.ts';
import { watchErrors } from './errors/watch-errors.ts';
import type { Infrastructure, InfrastructureMode } from './infrastructure.ts';
import type { PageSpans } from '../profiling/page-spans.ts';
import { recordedJournal } from './logging/recorded-journal.ts';
import { EventOutbox } from './logging/event-outbox.ts';
import { JournalKeeping } from './logging/journal-keeping.ts';
import { sendPing } from './ping.ts';
import { PageContext, type PageContextOptions } from './page-context.ts';
import type { ViewerServices } from './viewer/viewer-services.ts';

export interface InfrastructureClientOptions extends PageContextOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly lifecycle: Lifecycle;
  readonly inlineOnly: boolean;
  readonly hosts: ServiceHosts;
  readonly spans: PageSpans;
  readonly viewer?: (Omit<ViewerServices, 'hooks'> & { readonly hooks: PageHooks }) | undefined;
}

/** The page's side of the infrastructure: keeps what was logged until it is safe, and the service alive. */
export class InfrastructureClient implements Infrastructure {
  readonly ready: Promise<InfrastructureMode>;
  readonly sessionId: string;
  readonly #options: InfrastructureClientOptions;
  readonly #context: PageContext;
  readonly #line: ReturnType<typeof createEventLines>;
  readonly #journal: JournalKeeping;
  readonly #outbox: EventOutbox;
  readonly #connection: ServiceConnection;
  readonly #departure: Departure;
  readonly #conditions: PageConditions;

  constructor(options: InfrastructureClientOptions) {
    const { clock, random, hosts, inlineOnly, environment, lifecycle, spans } = options;
    this.#options = options;
    const startedAtMs = clock.monotonicNow();
    const sessionId = (this.sessionId = makeSequenceId(random));
    this.#context = new PageContext(options, sessionId, makeNonce(random.bytes(SCREEN_NONCE_CHARACTERS)));
    this.#line = createEventLines(sessionId, () => clock.now());
    this.#journal = new JournalKeeping({
      clock,
      openJournal: () => recordedJournal(this.#context.openJournal(), spans.ring),
      outbox: () => this.#outbox,
      locks: () => environment.navigator.locks,
    });
    this.#outbox = new EventOutbox({
      clock,
      journal: this.#journal.journal,
      afterTask: (work) => queueMicrotask(work),
      deliver: (lines, lostCount) => this.#connection.deliver(lines, lostCount),
      onWaiting: () => this.#connection.worker.watch(),
      onAcknowledged: () => this.#connection.worker.noteServed(),
    });
    let settleReady: (mode: InfrastructureMode) => void = () => {};
    this.ready = new Promise((resolve) => (settleReady = resolve));
    this.#connection = new ServiceConnection({
      clock,
      hosts,
      inlineOnly,
      /** The worker of a hidden page is not asked whether it lives: throttled timers cause false positives. */
      isNeeded: () => this.#outbox.isWaiting && !isOutOfSight(lifecycle),
      prepare: async (api) => {
        if (this.#context.isTold) return DONE;
        const told = await this.#context.ask(api);
        if (told.ok) this.#journal.reopen();
        return told;
      },
      start: (api) => api.start(this.#context.serviceSettings(), options.viewer?.hooks),
      onStarted: (started) => {
        const { mode, reason, report } = started;
        settleReady({ mode, reason, storage: report.storage, config: report.config ?? {} });
        this.#onStarted(started, clock.monotonicNow() - startedAtMs);
      },
      onUnavailable: (reason) => {
        settleReady({ mode: 'inline', reason, storage: 'memory', config: {} });
        if (DECLARED_BOTS.test(environment.navigator.userAgent)) return;
        /** The error reporter runs in the service that did not start; a ping replaces it. */
        const msg = `The infrastructure did not start: ${reason}`.slice(0, ERROR_MESSAGE_MAX_CHARACTERS);
        const query = new URLSearchParams({ type: 'Error', msg, level: 'error' });
        sendPing(`${this.#context.settings.addresses.errorReport}?${query}`, environment);
      },
    });
    this.#departure = new Departure({
      clock,
      environment,
      context: this.#context,
      outbox: this.#outbox,
      connection: this.#connection,
      isGone: () => lifecycle.isGone,
    });
    this.#conditions = new PageConditions({ environment, lifecycle, connection: this.#connection });
    lifecycle.subscribe((notice) => this.#onLifecycle(notice));
    watchErrors(environment, (error, place) => void this.reportError(error, undefined, place));
    this.#conditions.watch();
    this.#departure.watchLastChance();
    this.log('visibilityChanged', { from: 'unknown', to: lifecycle.visibility });
  }

  get clientScreenNonce(): string {
    return this.#context.clientScreenNonce;
  }

  get isPrivate(): boolean {
    return this.#context.isPrivate;
  }

  log<Name extends EventName>(name: Name, payload: EventPayload<Name>): void {
    let line;
    try {
      line = this.#line(name, payload);
    } catch (error) {
      return void this.reportError(error, { event: name });
    }
    this.#outbox.add(line, tierOfEvent(name));
    this.#departure.noteLogged();
  }

  call<Key extends EndpointKey>(
    endpoint: Key,
    fields: EndpointRequest<Key>,
    options?: CallOptions,
  ): Promise<Outcome<EndpointResponse<Key>>> {
    return this.#connection.retry((api) => api.call(endpoint, fields, options));
  }

  async loadPageConfig(): Promise<Outcome<PageConfig>> {
    const page = async () => succeed(this.#context.settings);
    return this.#context.isTold ? page() : this.#connection.call(page);
  }

  readPreferences(): Promise<Outcome<Readonly<Record<string, string>>>> {
    return this.#connection.call((api) => api.readPreferences());
  }

  writePreference(key: string, value: string | null): Promise<Outcome<void>> {
    return this.#connection.call((api) => api.writePreference(key, value, this.#context.readCookies()));
  }

  stateConsent(consent: Consent): Promise<Outcome<void>> {
    return this.#connection.call((api) => api.stateConsent(consent));
  }

  privacy(request: PrivacyRequest): Promise<Outcome<PrivacyReport>> {
    return this.#connection.call((api) => api.privacy(request));
  }

  get keepsPositions(): boolean {
    return this.#context.checkpoint?.keepsPositions === true;
  }

  reportError(error: unknown, params?: Readonly<Record<string, string>>, place?: ErrorPlace): Promise<unknown> {
    const report = { record: describeError(error, params, place), severity: 'error', thread: 'main' } as const;
    return this.#connection.call((api) => api.reportError(report));
  }

  async flush(): Promise<Outcome<FlushReport>> {
    await this.ready;
    // Without waiting for acknowledgements: where nothing can be stored they come with the delivery asked for here.
    this.#outbox.post();
    return this.#connection.call((api) => api.flush());
  }

  saveCheckpoint(checkpoint: ServiceCheckpoint): void {
    this.#context.checkpoint = checkpoint;
    if (checkpoint.storageEnd !== '') this.#journal.reopen();
  }

  summariseActivity(): Promise<Outcome<ActivitySummary>> {
    return this.#connection.callNow((api) => api.summariseActivity());
  }

  /** What only main has, as lines. */
  unacknowledged(): readonly string[] {
    return this.#outbox.unacknowledged();
  }

  #onStarted({ mode, reason }: StartedService, startMs: number): void {
    const { privacy, addresses } = this.#context.settings;
    this.#conditions.tellAll();
    this.#options.viewer?.startDeferredWork(privacy.privateEmbed ? null : addresses.adStatusScript, (status) =>
      this.#conditions.setAdStatus(status),
    );
    this.#outbox.open();
    this.log('infrastructureStarted', { mode, reason, startMs });
    this.#journal.recover();
  }

  #onLifecycle({ state, previousState, visibility, previousVisibility, cause }: LifecycleNotice): void {
    const { lifecycle, viewer } = this.#options;
    if (state !== previousState) this.log('documentLifecycleChanged', { from: previousState, to: state, cause });
    if (visibility !== previousVisibility) {
      this.log('visibilityChanged', { from: previousVisibility, to: visibility });
    }
    this.#connection.worker.watch();
    if (state !== 'flush_logs' || previousState === state) {
      this.#conditions.tellLifecycle();
      if (state === 'document_active') this.#departure.callOff();
      return;
    }
    // The worker ends or is frozen before it could store them; journal and beacon are for what is left.
    if (cause === 'flush') this.#outbox.close();
    this.#outbox.post();
    this.#conditions.tellLifecycle();
    if (cause !== 'flush') return;
    this.#departure.begin();
    if (lifecycle.isGone) viewer?.stop();
  }
}

const DONE = succeed(null);

function isOutOfSight({ visibility }: Pick<Lifecycle, 'visibility'>): boolean {
  return visibility === 'hidden' || visibility === 'backgrounded';
}
