import { succeed, type Failure, type Outcome } from '../../protocol/runtime/outcome.ts';
import type { JobPriority } from '../../protocol/page/lifecycle-states.ts';
import type { ActivitySummary } from '../../protocol/profiling/activity.ts';
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
} from '../../protocol/infrastructure/rpc.ts';
import { Session } from './context/session.ts';
import type { Environment } from './environment.ts';
import { findIdentifier } from './identity/find-identifier.ts';
import { openLogPipeline, type OpenedLogPipeline } from './logging/open-log-pipeline.ts';
import { ViewerLog } from './logging/viewer-log.ts';
import { Cookies } from './preferences/page-cookies.ts';
import { createServiceParts, type ServiceParts } from './service-parts.ts';
import { ViewerPrivacy } from './privacy/viewer-privacy.ts';
import { openConfigStore } from './storage/open-config-store.ts';
import type { ConfigStore } from './storage/config-store.ts';
import { ProviderCalls } from './transport/provider-calls.ts';
import { readJson } from './transport/read-json.ts';
import { applyResponseContext } from './transport/apply-response-context.ts';
import type { TransportResponse } from './transport/transport.ts';

/** What runs once the page has sent its settings. */
export class RunningService {
  readonly #environment: Environment;
  readonly #parts: ServiceParts;
  readonly #stopWatching: () => void;
  #log: ViewerLog | null = null;
  #configStore: ConfigStore | null = null;
  readonly privacy: ViewerPrivacy;
  readonly #session: Session;
  #isOnline: boolean;

  constructor(settings: InfrastructureSettings, hooks: PageHooks | undefined, environment: Environment) {
    this.#environment = environment;
    this.#session = new Session(settings, environment);
    this.#isOnline = environment.isOnline();
    this.#parts = createServiceParts({
      settings,
      hooks,
      environment,
      session: this.#session,
      isOnline: () => this.#isOnline,
      log: (line) => void this.logEvents(line),
      keep: (request) => void this.#log?.opened.then(({ pipeline }) => pipeline.keep(request)),
      onResponseContext: (context) => this.#applyResponseContext(context),
    });
    this.privacy = new ViewerPrivacy({
      ...this.#parts,
      environment,
      session: this.#session,
      hooks,
      leaveDisk: async () => {
        await this.flush();
        (await this.#log?.opened)?.closeDisk();
      },
      onChanged: () => void this.#configStore?.loadTokenJar().then(() => this.#takeOrKeepTokens()),
    });
    this.#stopWatching = environment.watchErrors((error, place) => this.#parts.problems.uncaught(error, place));
  }

  get calls(): ProviderCalls {
    return this.#parts.calls;
  }

  get cookies(): Cookies {
    return this.#parts.cookies;
  }

  async start(): Promise<InfrastructureReport> {
    const identifier = await findIdentifier(this.#session, this.#parts.send, (message) =>
      this.#parts.problems.warn(message),
    );
    this.#log = new ViewerLog(this.#openLog(identifier));
    const mayKeep = (): boolean => this.#session.consent.allows('configuration');
    this.#configStore = openConfigStore({ ...this.#storage(identifier), mayKeep });
    this.privacy.begin(identifier);
    const config = await this.#configStore.load();
    this.#session.configHashes = this.#configStore.hashes;
    this.#takeOrKeepTokens();
    const { memoryReason } = await this.#log.opened;
    this.#defer('network check', () => this.#parts.networkCheck.sample());
    this.#recognise();
    return { storage: memoryReason === '' ? 'indexeddb' : 'memory', storageReason: memoryReason, config };
  }

  async logEvents(lines: string, lostCount?: number): Promise<Outcome<{ storedCount: number; mode: StorageMode }>> {
    const opened = await this.#log?.opened;
    if (opened === undefined) return succeed({ storedCount: 0, mode: 'memory' });
    const { storedCount, durable } = await opened.pipeline.add(lines, lostCount);
    return succeed({ storedCount, mode: durable ? 'indexeddb' : 'memory' });
  }

  async flush(): Promise<Outcome<FlushReport>> {
    const opened = await this.#log?.opened;
    return succeed((await opened?.pipeline.flush()) ?? { sentEvents: 0, sentBytes: 0, remainingEvents: 0 });
  }

  writePreference(key: string, value: string | null, present: string): Outcome<void> {
    const written = this.cookies.preferences.set(key, value, present);
    this.cookies.followChoice();
    this.privacy.changed();
    return written;
  }

  async summariseActivity(): Promise<Outcome<ActivitySummary>> {
    return succeed(await this.#parts.activity());
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
    this.#log?.lifecycleChanged(change);
  }

  stop(): void {
    this.#stopWatching();
    this.#parts.jobs.stop();
    this.#parts.receipts.stop();
    this.#parts.gate.stop();
    this.#parts.identity.visitorId.stop();
    this.#parts.identity.botDetection.dispose();
    this.#log?.stop();
    this.#configStore?.close();
  }

  /** N18: tokens of this page, which came before the consent to keep them, are newer than the stored ones. */
  #takeOrKeepTokens(): void {
    const { tokenJar } = this.#parts.checkpoint.state;
    const stored = this.#configStore?.tokenJar;
    if (tokenJar !== undefined) void this.#configStore?.saveTokenJar(tokenJar);
    else if (stored) this.#session.saveTokenJar(stored);
  }

  #defer(name: string, run: () => void | Promise<void>, priority: JobPriority = 'background'): void {
    this.#parts.jobs.schedule(name, run, { priority });
  }

  /** Starts what depends on the page's identity. */
  #recognise(): void {
    this.#defer('visitor id', () => this.#parts.identity.visitorId.run());
    /** Not after a navigation, which may end the page. */
    this.#defer('renewing cookies', () => this.cookies.renew(), 'user-visible');
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

  #openLog(identifier: string): Promise<OpenedLogPipeline> {
    return openLogPipeline({
      ...this.#storage(identifier),
      session: this.#session,
      compress: this.#parts.compress,
      send: this.#parts.sendLog,
      isOnline: () => this.#isOnline,
      lines: this.#parts.lines,
      receivedOf: (ids) => this.#parts.receipts.receivedOf(ids),
      isOwn: (id) => this.#parts.receipts.isOwn(id),
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
      saveTokenJar: (tokenJar) => {
        this.#parts.checkpoint.save({ tokenJar });
        void this.#configStore?.saveTokenJar(tokenJar);
      },
    });
  }

  async #saveConfig(group: NonNullable<ResponseContext['globalConfigGroup']>): Promise<void> {
    await this.#configStore?.save(group);
    this.#session.configHashes = this.#configStore?.hashes ?? {};
  }
}
