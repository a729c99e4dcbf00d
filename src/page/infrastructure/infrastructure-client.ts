import type { Clock, Random } from '../../../protocol/runtime/clock.ts';
import type { EndpointKey, EndpointRequest, EndpointResponse } from '../../../protocol/provider/endpoints.ts';
import { logPath } from '../../../protocol/provider/paths.ts';
import { createEventLines, makeSequenceId } from '../../../protocol/infrastructure/event-line.ts';
import { tierOfEvent } from '../../../protocol/infrastructure/event-tiers.ts';
import type { EventName, EventPayload } from '../../../protocol/infrastructure/events.ts';
import { describeError, type ErrorPlace } from '../../../protocol/runtime/describe-error.ts';
import { fail, type Outcome } from '../../../protocol/runtime/outcome.ts';
import type { PageConfig } from '../../../protocol/page/page-config.ts';
import type { LogEndpoint } from '../../../protocol/infrastructure/records.ts';
import type { ClientInfo } from '../../../protocol/infrastructure/request-context.ts';
import type {
  AdStatus,
  CallOptions,
  FlushReport,
  InfrastructureSettings,
} from '../../../protocol/infrastructure/rpc.ts';
import { LOGGED_OUT_IDENTIFIER } from '../../../protocol/infrastructure/user-identifier.ts';
import type { Lifecycle, LifecycleNotice } from '../lifecycle/lifecycle.ts';
import { readClientInfo, type ClientEnvironment } from './client-info.ts';
import { ServiceConnection, type StartedService } from './connection/service-connection.ts';
import type { ServiceHosts } from './connection/service-host.ts';
import { watchErrors } from './errors/watch-errors.ts';
import type { Infrastructure, InfrastructureMode } from './infrastructure.ts';
import { createEventJournal, NO_JOURNAL, type EventJournal } from './logging/event-journal.ts';
import { HandOver } from './logging/hand-over.ts';
import { recoveredParcel } from './logging/parcel.ts';
import { recoverJournal } from './logging/recover-journal.ts';
import { sendLastBreath } from './logging/last-breath.ts';
import type { PageSettings } from './page-settings.ts';
import type { ViewerServices } from './viewer/viewer-services.ts';
import { WORKER_CALL_TIMEOUT_MS } from './connection/call-with-deadline.ts';

export interface InfrastructureClientOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly lifecycle: Lifecycle;
  readonly page: PageSettings;
  readonly collector: string | undefined;
  readonly inlineOnly: boolean;
  readonly hosts: ServiceHosts;
  readonly environment: PageEnvironment;
  /** Absent: nothing of the viewer is kept, and nothing is asked. */
  readonly viewer?: ViewerServices | undefined;
  /** What the configuration of the page's first video says beside its settings. */
  readonly first?: Pick<InfrastructureSettings, 'attestation' | 'experiments'> | undefined;
}

/** As much of the window as the infrastructure touches. */
export interface PageEnvironment extends EventTarget, ClientEnvironment {
  readonly location: Location;
  readonly navigator: Navigator;
  readonly localStorage: Storage;
}

/** The page's side of the infrastructure: keeps what was logged until it is safe, and the service alive. */
export class InfrastructureClient implements Infrastructure {
  readonly ready: Promise<InfrastructureMode>;
  readonly #options: InfrastructureClientOptions;
  readonly #sessionId: string;
  readonly #line: ReturnType<typeof createEventLines>;
  #journal: EventJournal;
  readonly #handOver: HandOver;
  readonly #connection: ServiceConnection;
  readonly #stops: (() => void)[] = [];
  readonly #startedAtMs: number;
  #isWaiting = false;
  /** The worker of a hidden page is not asked whether it lives: throttled timers cause false positives. */
  #isSuspended: boolean;
  #page: PageSettings;
  #client: ClientInfo;
  #adStatus: AdStatus | null = null;
  #settleReady: (mode: InfrastructureMode) => void = () => {};
  /** The page goes, perhaps for good: what is still logged leaves by beacon. */
  #isLeaving = false;
  #willBreathe = false;
  #breathed: ReadonlySet<string> = new Set();

  constructor(options: InfrastructureClientOptions) {
    const { clock, random, page, hosts, inlineOnly, environment, lifecycle } = options;
    this.#options = options;
    this.#page = this.#withPrivacy(page);
    this.#client = readClientInfo(environment, page.context);
    this.#startedAtMs = clock.monotonicNow();
    this.#sessionId = makeSequenceId(random);
    this.#line = createEventLines(this.#sessionId, () => clock.now());
    this.#journal = this.#openJournal();
    this.#handOver = new HandOver({
      clock,
      journal: this.#journal,
      afterTask: (work) => queueMicrotask(work),
      deliver: (lines, lostCount) => this.#connection.deliver(lines, lostCount),
      onWaiting: (waiting) => {
        this.#isWaiting = waiting;
        this.#connection.worker.watch();
      },
      onAcknowledged: () => this.#connection.worker.noteServed(),
    });
    this.#isSuspended = lifecycle.visibility === 'hidden';
    this.ready = new Promise((resolve) => (this.#settleReady = resolve));
    this.#connection = new ServiceConnection({
      clock,
      hosts,
      inlineOnly,
      isNeeded: () => this.#isWaiting && !this.#isSuspended,
      start: (api) => api.start(this.#settings(), options.viewer?.hooks),
      onStarted: (started) => this.#onStarted(started),
      onUnavailable: (reason) => this.#settleReady({ mode: 'inline', reason, storage: 'memory', config: {} }),
    });
    this.#stops.push(
      lifecycle.subscribe((notice) => this.#onLifecycle(notice)),
      watchErrors(environment, (error, place) => this.reportError(error, undefined, place)),
      this.#watchConnection(),
      this.#watchLastChance(),
      () => options.viewer?.stop(),
    );
    this.log('visibilityChanged', { from: 'unknown', to: lifecycle.visibility });
  }

  get isPrivate(): boolean {
    return this.#page.privacy.privateEmbed;
  }

  log<Name extends EventName>(name: Name, payload: EventPayload<Name>): void {
    let line;
    try {
      line = this.#line(name, payload);
    } catch (error) {
      return this.reportError(error, { event: name });
    }
    this.#handOver.add(line, tierOfEvent(name));
    if (this.#isLeaving) this.#breatheSoon();
  }

  call<Key extends EndpointKey>(
    endpoint: Key,
    fields: EndpointRequest<Key>,
    options?: CallOptions,
  ): Promise<Outcome<EndpointResponse<Key>>> {
    return this.#connection.call((api) => api.call(endpoint, fields, options));
  }

  async loadPageConfig(videoId: string): Promise<Outcome<PageConfig>> {
    const loaded = await this.#connection.call((api) => api.loadPageConfig(videoId));
    if (loaded.ok) {
      this.#page = this.#withPrivacy(loaded.value);
      if (this.#page.privacy.privateEmbed) this.#stopKeeping();
      this.#client = readClientInfo(this.#options.environment, loaded.value.context);
      this.#startDeferredWork();
    }
    return loaded;
  }

  async switchUser(dataSyncId: string | null): Promise<Outcome<void>> {
    this.#handOver.handOver();
    if (!(await this.#handOver.whenEmpty(WORKER_CALL_TIMEOUT_MS))) {
      return fail('queue.full', 'Events of the viewer before are not safe yet. Try again in a moment.');
    }
    // Messages keep their order: what is handed over before this one is the old viewer's, and all after it the new one's.
    this.#handOver.handOver();
    const switching = this.#connection.callNow((api) => api.switchUser(dataSyncId));
    const before = this.#page;
    const { dataSyncId: _before, authorization: _authorization, ...page } = before;
    this.#become({ ...page, loggedIn: dataSyncId !== null, ...(dataSyncId === null ? {} : { dataSyncId }) });
    const switched = await switching;
    if (!switched.ok) this.#become(before);
    return switched;
  }

  readPreferences(): Promise<Outcome<Readonly<Record<string, string>>>> {
    return this.#connection.call((api) => api.readPreferences());
  }

  writePreference(key: string, value: string | null): Promise<Outcome<void>> {
    return this.#connection.call((api) => api.writePreference(key, value, this.#readCookies()));
  }

  reportError(error: unknown, params?: Readonly<Record<string, string>>, place?: ErrorPlace): void {
    const report = { record: describeError(error, params, place), severity: 'error', thread: 'main' } as const;
    void this.#connection.call((api) => api.reportError(report));
  }

  async flush(): Promise<Outcome<FlushReport>> {
    await this.ready;
    // Without waiting for acknowledgements: where nothing can be stored they come with the delivery asked for here.
    this.#handOver.handOver();
    return this.#connection.call((api) => api.flush());
  }

  /** What only main has, as lines. */
  unacknowledged(): readonly string[] {
    return this.#handOver.unacknowledged();
  }

  stop(): void {
    this.#handOver.handOver();
    this.#handOver.close();
    for (const stop of this.#stops) stop();
    this.#connection.stop();
  }

  /** P10: by configuration, or by the host name that serves the page. */
  #withPrivacy(page: PageSettings): PageSettings {
    const { hostname } = this.#options.environment.location;
    const { privacy } = page;
    const privateEmbed = privacy.privateEmbed || privacy.privateEmbedHosts.includes(hostname);
    return { ...page, privacy: { ...privacy, privateEmbed } };
  }

  /** A page that was told late that it is private. */
  #stopKeeping(): void {
    const kept = this.#journal;
    this.#handOver.setJournal((this.#journal = NO_JOURNAL));
    kept.clear();
  }

  /** What is logged from now on is kept as this page's viewer's. */
  #become(page: PageSettings): void {
    this.#page = page;
    this.#handOver.setJournal((this.#journal = this.#openJournal()));
  }

  /** A private embed keeps nothing (P10), and what nobody can name cannot be kept for them. */
  #openJournal(): EventJournal {
    const { environment } = this.#options;
    const { privacy, loggedIn, dataSyncId } = this.#page;
    if (privacy.privateEmbed || (loggedIn && dataSyncId === undefined)) return NO_JOURNAL;
    return createEventJournal(() => environment.localStorage, dataSyncId ?? LOGGED_OUT_IDENTIFIER, this.#sessionId);
  }

  #settings(): InfrastructureSettings {
    const { environment, collector, viewer, first } = this.#options;
    const { context, ...page } = this.#page;
    return {
      page: context === undefined ? page : { ...page, context },
      client: this.#client,
      sessionId: this.#sessionId,
      origin: environment.location.origin,
      userAgent: environment.navigator.userAgent,
      cookies: this.#readCookies(),
      objectsToTracking: viewer?.objectsToTracking ?? false,
      ...first,
      ...(collector === undefined ? {} : { collector }),
    };
  }

  #readCookies(): string {
    return this.isPrivate ? '' : (this.#options.viewer?.readCookies() ?? '');
  }

  #onStarted({ mode, reason, report }: StartedService): void {
    const { clock, environment } = this.#options;
    this.#settleReady({ mode, reason, storage: report.storage, config: report.config ?? {} });
    this.#tellLifecycle();
    this.#tellAdStatus();
    this.#startDeferredWork();
    this.#handOver.open();
    this.log('infrastructureStarted', { mode, reason, startMs: clock.monotonicNow() - this.#startedAtMs });
    void recoverJournal(
      this.#journal,
      () => environment.navigator.locks,
      ({ key, text }) => this.#handOver.addParcel(recoveredParcel(text, () => this.#journal.removeKey(key))),
    );
  }

  /** A page that was served as a plain file learns only later whom it may ask. */
  #startDeferredWork(): void {
    const { context, privacy, addresses } = this.#page;
    if (context === undefined) return;
    this.#options.viewer?.startDeferredWork(privacy.privateEmbed ? null : addresses.adStatusScript, (status) => {
      this.#adStatus = status;
      this.#tellAdStatus();
    });
  }

  #onLifecycle({ state, previousState, visibility, previousVisibility, cause }: LifecycleNotice): void {
    if (state !== previousState) this.log('documentLifecycleChanged', { from: previousState, to: state, cause });
    if (visibility !== previousVisibility) {
      this.log('visibilityChanged', { from: previousVisibility, to: visibility });
    }
    this.#isSuspended = visibility === 'hidden' || visibility === 'backgrounded';
    this.#connection.worker.watch();
    if (state !== 'flush_logs' || previousState === state) {
      this.#tellLifecycle();
      if (state === 'document_active') this.#return();
      return;
    }
    // The worker ends or is frozen before it could store them; journal and beacon are for what is left.
    if (cause === 'flush') this.#handOver.close();
    this.#handOver.handOver();
    this.#tellLifecycle();
    if (cause === 'flush') this.#sayLastWords();
  }

  /** On its way out. The worker of a page that goes for good ends first, or it would send the same once more. */
  #sayLastWords(): void {
    this.#isLeaving = true;
    if (this.#options.lifecycle.isGone && this.#connection.mode === 'worker') this.#connection.stop();
    this.#breathe();
  }

  /** It has not gone after all. */
  #return(): void {
    if (!this.#isLeaving) return;
    this.#isLeaving = false;
    if (this.#connection.isStarted) this.#handOver.open();
  }

  /** One beacon for all that a listener logs: each beacon says anew who speaks, and there is a budget for all of them. */
  #breatheSoon(): void {
    this.#handOver.handOver();
    if (this.#willBreathe) return;
    this.#willBreathe = true;
    queueMicrotask(() => this.#breathe());
  }

  #breathe(): void {
    this.#willBreathe = false;
    const { environment, clock } = this.#options;
    const { navigator } = environment;
    const unacknowledged = this.#handOver.unacknowledged();
    const lines = unacknowledged.filter((line) => !this.#breathed.has(line));
    const taken = sendLastBreath(lines, {
      sendBeacon: navigator.sendBeacon?.bind(navigator),
      isOnline: () => navigator.onLine,
      addressOf: (endpoint) => this.#logAddress(endpoint),
      context: () => ({ client: this.#clientToShow() }),
      now: () => clock.now(),
    });
    this.#breathed = new Set([...unacknowledged.filter((line) => this.#breathed.has(line)), ...taken]);
  }

  /** P10: a private embed shows no identifier. */
  #clientToShow(): ClientInfo {
    const { visitorData: _, ...anonymous } = this.#client;
    return this.isPrivate ? anonymous : this.#client;
  }

  #logAddress(endpoint: LogEndpoint): string {
    const { addresses, apiVersion, apiKey } = this.#page;
    return this.#options.collector ?? addresses.api + logPath(endpoint, apiVersion, apiKey);
  }

  #tellLifecycle(): void {
    if (!this.#connection.isStarted) return;
    const { lifecycle, environment } = this.#options;
    const { state, visibility } = lifecycle;
    void this.#connection.callNow(async (api) => {
      await api.lifecycleChanged({ lifecycle: state, visibility, online: environment.navigator.onLine });
      return { ok: true, value: undefined };
    }, WORKER_CALL_TIMEOUT_MS);
  }

  /** P12. Every service needs it: one that was started anew has not heard of it. */
  #tellAdStatus(): void {
    const status = this.#adStatus;
    if (status === null) return;
    void this.#connection.callNow(async (api) => {
      await api.adStatusKnown(status);
      return { ok: true, value: undefined };
    });
  }

  /** A frame that its own host takes out has no microtasks any more, but it turns hidden after `pagehide`. */
  #watchLastChance(): () => void {
    const { environment } = this.#options;
    const onHidden = (): void => void (this.#willBreathe && this.#breathe());
    environment.addEventListener('visibilitychange', onHidden);
    return () => environment.removeEventListener('visibilitychange', onHidden);
  }

  #watchConnection(): () => void {
    const { environment } = this.#options;
    const listening = new AbortController();
    for (const type of ['online', 'offline']) {
      environment.addEventListener(type, () => this.#tellLifecycle(), { signal: listening.signal });
    }
    return () => listening.abort();
  }
}
