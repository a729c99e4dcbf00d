import { succeed, type Failure, type Outcome } from '../../protocol/runtime/outcome.ts';
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
} from '../../protocol/infrastructure/rpc.ts';
import { JobScheduler } from '../../protocol/runtime/job-scheduler.ts';
import { NavigationGate } from '../../protocol/runtime/navigation-gate.ts';
import { LOGGED_OUT_IDENTIFIER } from '../../protocol/infrastructure/user-identifier.ts';
import { Session, type PageSettings } from './context/session.ts';
import type { Environment } from './environment.ts';
import { ErrorReporter } from './errors/error-reporter.ts';
import { findIdentifier } from './identity/find-identifier.ts';
import { isPrivateEmbed } from './identity/embed-privacy.ts';
import { createIdentityParts, type IdentityParts } from './identity/identity-parts.ts';
import { openLogPipeline, type OpenedLogPipeline } from './logging/open-log-pipeline.ts';
import { UserLogs } from './logging/user-logs.ts';
import { createWorkerEvents, type LogWorkerEvent } from './logging/worker-events.ts';
import { Cookies } from './preferences/page-cookies.ts';
import { openConfigStore } from './storage/open-config-store.ts';
import type { ConfigStore } from './storage/config-store.ts';
import { TransactionSamples } from './storage/transaction-samples.ts';
import { createCompressor, type Compress } from './transport/compression.ts';
import { NetworkCheck } from './transport/network-check.ts';
import { ProviderCalls } from './transport/provider-calls.ts';
import { readJson } from './transport/read-json.ts';
import { applyResponseContext } from './transport/apply-response-context.ts';
import { createTransport, type Send, type TransportResponse } from './transport/transport.ts';
import { ProblemReporter } from './problem-reporter.ts';

/** Names no storage: a private embed has none. */
const PRIVATE_IDENTIFIER = 'private';

/** Everything that runs once the page has said what it is; the parts are put together here and know nothing of it. */
export class RunningService {
  readonly calls: ProviderCalls;
  readonly cookies: Cookies;
  readonly #environment: Environment;
  readonly #send: Send;
  readonly #compress: Compress;
  readonly #log: LogWorkerEvent;
  readonly #errors: ErrorReporter;
  readonly #problems: ProblemReporter;
  readonly #samples: TransactionSamples;
  readonly #identity: IdentityParts;
  readonly #networkCheck: NetworkCheck;
  readonly #gate: NavigationGate;
  readonly #jobs: JobScheduler;
  readonly #stopWatching: () => void;
  #logs: UserLogs | null = null;
  #configStore: ConfigStore | null = null;
  #session: Session;
  #isOnline: boolean;

  constructor(settings: InfrastructureSettings, hooks: PageHooks | undefined, environment: Environment) {
    const { clock, random, trace, postTask } = environment;
    this.#environment = environment;
    this.#session = new Session(settings);
    this.#isOnline = environment.isOnline();
    const session = (): Session => this.#session;
    const send = createTransport(environment);
    this.#send = send;
    this.#compress = createCompressor(clock, environment.compressionStream, () => this.#problems.compressionGivenUp());
    this.#samples = new TransactionSamples(random);
    this.#log = createWorkerEvents(clock, random, (line) => void this.logEvents(line));
    this.#errors = new ErrorReporter({
      session,
      random,
      send,
      onReported: ({ record: { message, name, sampleWeight }, thread }) =>
        this.#log('errorReported', { message, name, thread, sampleWeight }),
    });
    const problems = new ProblemReporter(this.#errors, this.#log);
    this.#problems = problems;
    this.#networkCheck = new NetworkCheck({
      clock,
      random,
      send,
      isOnline: () => this.#isOnline,
      address: () => session().resolve(session().page.addresses.networkCheck),
      onChecked: (result) => this.#log('networkChecked', result),
      onBlocked: () => problems.blockedByExtension(),
    });
    this.#gate = new NavigationGate(clock);
    this.#jobs = new JobScheduler({
      clock,
      post: postTask,
      gate: this.#gate,
      onError: (_name, error) => problems.uncaught(error),
    });
    this.cookies = new Cookies(settings, hooks, session);
    this.#identity = createIdentityParts({ settings, hooks, environment, session, send, problems });
    this.calls = new ProviderCalls({
      session,
      clock,
      compress: this.#compress,
      rules: this.#identity.rules,
      send: (request) => trace.span('call', () => send(request)),
      onResponseContext: (context) => this.#applyResponseContext(context),
      onProblem: (message, failure) => {
        problems.callFailed(message, failure);
        if (failure.code === 'net.unknown') void this.#networkCheck.suspect();
      },
    });
    this.#stopWatching = environment.watchErrors((error) => problems.uncaught(error));
  }

  async start(): Promise<InfrastructureReport> {
    const identifier = await findIdentifier(this.#session, this.#send, (message) => this.#problems.warn(message));
    this.#logs = new UserLogs(identifier, (owner) => this.#openLog(owner));
    this.#configStore = openConfigStore({ ...this.#storage(identifier), isPrivate: this.#isPrivate });
    const config = await this.#configStore.load();
    this.#session.configHashes = this.#configStore.hashes;
    const { memoryReason } = await this.#logs.current;
    this.#defer('network check', () => this.#networkCheck.sample());
    // A page that was served as a plain file learns later what it may keep and ask for.
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
      const { player: _player, playerResponse: _playerResponse, ...page } = loaded.value;
      await this.#configure(page);
    }
    return loaded;
  }

  async reportError(report: ErrorReport): Promise<Outcome<void>> {
    await this.#errors.report(report);
    return succeed(undefined);
  }

  /** S1: from now on another viewer's; the one before keeps what is theirs. */
  async switchUser(dataSyncId: string | null): Promise<Outcome<void>> {
    this.#session = this.#session.forUser(dataSyncId);
    await this.#logs?.switchTo(dataSyncId ?? LOGGED_OUT_IDENTIFIER);
    this.#recognise();
    return succeed(undefined);
  }

  adStatusKnown(status: AdStatus): void {
    this.#session.setAdSignal('ad_status', status);
  }

  lifecycleChanged(change: LifecycleChange): void {
    this.#isOnline = change.online;
    if (change.lifecycle === 'document_disposed_preventable') this.#gate.begin();
    else this.#gate.end();
    this.#logs?.lifecycleChanged(change);
  }

  stop(): void {
    this.#stopWatching();
    this.#jobs.stop();
    this.#gate.stop();
    this.#identity.visitorId.stop();
    this.#identity.botDetection.dispose();
    this.#logs?.stop();
    this.#configStore?.close();
  }

  #defer(name: string, run: () => void | Promise<void>): void {
    this.#jobs.schedule(name, run, { priority: 'background' });
  }

  /** P10: a page that turns out to be private keeps nothing from then on; what it has kept is sent and goes. */
  async #configure(page: PageSettings): Promise<void> {
    const { privacy } = page;
    const wasPrivate = this.#isPrivate;
    const privateEmbed = isPrivateEmbed(privacy, this.#session.origin);
    this.#session.page = { ...page, privacy: { ...privacy, privateEmbed } };
    if (this.#isPrivate && !wasPrivate) await this.#logs?.switchTo(PRIVATE_IDENTIFIER);
    this.#recognise();
  }

  /** What depends on whose page it is. */
  #recognise(): void {
    this.#defer('visitor id', () => this.#identity.visitorId.run());
    this.#defer('renewing cookies', () => this.cookies.renew());
  }

  get #isPrivate(): boolean {
    return this.#session.page.privacy.privateEmbed;
  }

  #storage(identifier: string) {
    return {
      environment: this.#environment,
      identifier,
      onStorageFault: (failure: Failure) => this.#problems.storageFault(failure),
      onTransaction: this.#samples.note.bind(this.#samples),
    };
  }

  /** Each log keeps the session of its own viewer, so that nothing is ever sent as somebody else. */
  #openLog(identifier: string): Promise<OpenedLogPipeline> {
    return openLogPipeline({
      ...this.#storage(identifier),
      session: this.#session,
      compress: this.#compress,
      send: this.#send,
      isOnline: () => this.#isOnline,
      takeSamples: () => this.#samples.take(),
      onAnswer: (response) => this.#onLogResponse(response),
      onDropped: (request, reason, failure) => this.#problems.requestDropped(request, reason, failure),
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
    });
  }

  async #saveConfig(group: NonNullable<ResponseContext['globalConfigGroup']>): Promise<void> {
    await this.#configStore?.save(group);
    this.#session.configHashes = this.#configStore?.hashes ?? {};
  }
}
