import { succeed, type Failure, type Outcome } from '../../protocol/runtime/outcome.ts';
import type { JobPriority } from '../../protocol/page/lifecycle-states.ts';
import type { PageConfig } from '../../protocol/page/page-config.ts';
import { parseAt } from '../../protocol/runtime/parse.ts';
import { LogResponse } from '../../protocol/provider/logging.ts';
import type { ResponseContext } from '../../protocol/provider/response-context.ts';
import type {
  AdStatus,
  ErrorReport,
  FlushReport,
  InfrastructureReport,
  InfrastructureSettings,
  LifecycleChange,
  PageHooks,
  StorageMode,
  StoredConfig,
} from '../../protocol/infrastructure/rpc.ts';
import { Session, type PageSettings } from './context/session.ts';
import type { Environment } from './environment.ts';
import { findIdentifier } from './identity/find-identifier.ts';
import { isPrivateEmbed } from './identity/embed-privacy.ts';
import { openLogPipeline, type OpenedLogPipeline } from './logging/open-log-pipeline.ts';
import { UserLogs } from './logging/user-logs.ts';
import { Cookies } from './preferences/page-cookies.ts';
import { createServiceParts, type ServiceParts } from './service-parts.ts';
import { openConfigStore } from './storage/open-config-store.ts';
import type { ConfigStore } from './storage/config-store.ts';
import { ProviderCalls } from './transport/provider-calls.ts';
import { readJson } from './transport/read-json.ts';
import { applyResponseContext } from './transport/apply-response-context.ts';
import type { TransportResponse } from './transport/transport.ts';

/** Never used as a storage name: a private embed has no storage. */
const PRIVATE_IDENTIFIER = 'private';

/** What runs once the page has sent its settings. */
export class RunningService {
  readonly #environment: Environment;
  readonly #parts: ServiceParts;
  readonly #stopWatching: () => void;
  #logs: UserLogs | null = null;
  #configStore: ConfigStore | null = null;
  #identifier: string | null = null;
  #session: Session;
  #isOnline: boolean;

  constructor(settings: InfrastructureSettings, hooks: PageHooks | undefined, environment: Environment) {
    this.#environment = environment;
    this.#session = new Session(settings, environment.connectionType);
    this.#isOnline = environment.isOnline();
    this.#parts = createServiceParts({
      settings,
      hooks,
      environment,
      session: () => this.#session,
      isOnline: () => this.#isOnline,
      log: (line) => void this.logEvents(line),
      onResponseContext: (context) => this.#applyResponseContext(context),
    });
    this.#stopWatching = environment.watchErrors((error) => this.#parts.problems.uncaught(error));
  }

  get calls(): ProviderCalls {
    return this.#parts.calls;
  }

  get cookies(): Cookies {
    return this.#parts.cookies;
  }

  async start(): Promise<InfrastructureReport> {
    const identifier = await this.#findIdentifier(this.#session);
    this.#logs = new UserLogs(identifier, (owner) => this.#openLog(owner));
    const config = await this.#useConfigStore(identifier);
    const { memoryReason } = await this.#logs.current;
    this.#defer('network check', () => this.#parts.networkCheck.sample());
    // A page that was served as a plain file learns later what it may store and request.
    if (this.#session.page.context !== undefined) this.#recognise();
    return { storage: memoryReason === '' ? 'indexeddb' : 'memory', storageReason: memoryReason, config };
  }

  async logEvents(lines: string, lostCount?: number): Promise<Outcome<{ storedCount: number; mode: StorageMode }>> {
    const opened = await this.#logs?.current;
    if (opened === undefined) return succeed({ storedCount: 0, mode: 'memory' });
    const { storedCount, durable } = await opened.pipeline.add(lines, lostCount);
    return succeed({ storedCount, mode: durable ? 'indexeddb' : 'memory' });
  }

  async flush(): Promise<Outcome<FlushReport>> {
    const opened = await this.#logs?.current;
    return succeed((await opened?.pipeline.flush()) ?? { sentEvents: 0, sentBytes: 0, remainingEvents: 0 });
  }

  async loadPageConfig(videoId: string): Promise<Outcome<PageConfig>> {
    const loaded = await this.calls.loadPageConfig(videoId);
    if (loaded.ok) {
      const { player, playerResponse, ...page } = loaded.value;
      this.#parts.identity.rules.learn(playerResponse);
      await this.#configure(page, player.args.fflags);
    }
    return loaded;
  }

  async reportError(report: ErrorReport): Promise<Outcome<void>> {
    await this.#parts.errors.report(report);
    return succeed(undefined);
  }

  adStatusKnown(status: AdStatus): void {
    this.#session.adSignals.set('ad_status', status);
  }

  lifecycleChanged(change: LifecycleChange): void {
    this.#isOnline = change.online;
    if (change.lifecycle === 'document_disposed_preventable') this.#parts.gate.begin();
    else this.#parts.gate.end();
    this.#logs?.lifecycleChanged(change);
  }

  stop(): void {
    this.#stopWatching();
    this.#parts.jobs.stop();
    this.#parts.gate.stop();
    this.#parts.identity.visitorId.stop();
    this.#parts.identity.botDetection.dispose();
    this.#logs?.stop();
    this.#configStore?.close();
  }

  #defer(name: string, run: () => void | Promise<void>, priority: JobPriority = 'background'): void {
    this.#parts.jobs.schedule(name, run, { priority });
  }

  /**
   * P10: a page that turns out to be private stores nothing from then on; what it has stored is sent and deleted. S1: what
   * follows belongs to the viewer, and what was logged before they were known is not sent in their name.
   */
  async #configure(page: PageSettings, experiments: string | undefined): Promise<void> {
    const { privacy } = page;
    const privateEmbed = isPrivateEmbed(privacy, this.#session.settings.origin);
    const known = { ...page, privacy: { ...privacy, privateEmbed } };
    const session = this.#session.configured(known, experiments);
    const identifier = await this.#findIdentifier(session);
    if (privateEmbed || identifier === this.#identifier) this.#session.configure(session.page, experiments);
    else this.#session = session;
    await this.#switchTo(identifier);
    this.#recognise();
  }

  #findIdentifier(session: Session): Promise<string> {
    if (session.page.privacy.privateEmbed) return Promise.resolve(PRIVATE_IDENTIFIER);
    return findIdentifier(session, this.#parts.send, (message) => this.#parts.problems.warn(message));
  }

  async #switchTo(identifier: string): Promise<void> {
    if (identifier === this.#identifier) return;
    await this.#logs?.switchTo(identifier);
    await this.#useConfigStore(identifier);
  }

  async #useConfigStore(identifier: string): Promise<StoredConfig> {
    this.#identifier = identifier;
    this.#configStore?.close();
    const store = openConfigStore({ ...this.#storage(identifier), isPrivate: this.#isPrivate });
    this.#configStore = store;
    const config = await store.load();
    this.#session.configHashes = store.hashes;
    const { tokenJar } = store;
    if (tokenJar !== null) this.#session.saveTokenJar(tokenJar.jar, tokenJar.expiresAtMs);
    return config;
  }

  /** Starts what depends on the page's identity. */
  #recognise(): void {
    this.#defer('visitor id', () => this.#parts.identity.visitorId.run());
    /** Not after a navigation, which may end the page. */
    this.#defer('renewing cookies', () => this.cookies.renew(), 'user-visible');
  }

  get #isPrivate(): boolean {
    return this.#session.page.privacy.privateEmbed;
  }

  #storage(identifier: string) {
    return {
      environment: this.#environment,
      identifier,
      faults: this.#parts.faults,
      onStorageFault: (failure: Failure) => this.#parts.problems.storageFault(failure),
      onTransaction: this.#parts.samples.note.bind(this.#parts.samples),
    };
  }

  /** Each log keeps the session of its viewer, so that nothing is sent under another identity. */
  #openLog(identifier: string): Promise<OpenedLogPipeline> {
    const { sessionId } = this.#session.settings;
    return openLogPipeline({
      ...this.#storage(identifier),
      /** Main knows the lock of the first viewer by the session alone. */
      lockId: this.#logs === null ? sessionId : `${sessionId}.${encodeURIComponent(identifier)}`,
      session: this.#session,
      compress: this.#parts.compress,
      send: this.#parts.transport,
      isOnline: () => this.#isOnline,
      takeSamples: () => this.#parts.samples.take(),
      onAnswer: (response) => this.#onLogResponse(response),
      onDropped: (request, reason, failure) => this.#parts.problems.requestDropped(request, reason, failure),
    });
  }

  #onLogResponse(response: TransportResponse): void {
    const json = readJson(response);
    const parsed = json.ok ? parseAt('log response', LogResponse, json.value) : json;
    if (parsed.ok) this.#applyResponseContext(parsed.value.responseContext);
  }

  #applyResponseContext(context: ResponseContext | undefined): void {
    applyResponseContext(context, this.#session, this.#environment.clock, {
      saveLocationToken: (token) => this.cookies.saveLocationToken(token),
      saveConfig: (group) => void this.#saveConfig(group),
      saveTokenJar: (jar) => void this.#configStore?.saveTokenJar(jar),
    });
  }

  async #saveConfig(group: NonNullable<ResponseContext['globalConfigGroup']>): Promise<void> {
    await this.#configStore?.save(group);
    this.#session.configHashes = this.#configStore?.hashes ?? {};
  }
}
