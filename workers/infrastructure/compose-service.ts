import type { InfrastructureSettings, PageHooks } from '../../protocol/infrastructure/rpc.ts';
import { JobScheduler } from '../../protocol/runtime/job-scheduler.ts';
import { NavigationGate } from '../../protocol/runtime/navigation-gate.ts';
import { createActivity } from './activity.ts';
import { Checkpoint } from './checkpoint.ts';
import { Session } from './context/session.ts';
import type { Environment } from './environment.ts';
import { ErrorReporter } from './errors/error-reporter.ts';
import { createIdentityParts } from './identity/identity-parts.ts';
import type { LineBatchReceiver } from './logging/line-batch-receiver.ts';
import { LogPipeline } from './logging/log-pipeline.ts';
import { buildReportRequest, LogRequests } from './logging/log-request.ts';
import type { ViewerLog } from './logging/viewer-log.ts';
import { WorkerEvents } from './logging/worker-events.ts';
import { Cookies } from './preferences/page-cookies.ts';
import { ViewerPrivacy } from './privacy/viewer-privacy.ts';
import { ProblemReporter } from './problem-reporter.ts';
import { DatabaseHandle } from './storage/database-handle.ts';
import { FailoverLogStore } from './storage/failover-log-store.ts';
import { IndexedLogStore } from './storage/indexed-log-store.ts';
import { LOG_DATABASE } from './storage/log-database.ts';
import { MemoryLogStore } from './storage/memory-log-store.ts';
import { openConfigStore } from './storage/open-config-store.ts';
import type { ConfigStore } from './storage/config-store.ts';
import { Persistence } from './storage/persistence.ts';
import { StorageFaults } from './storage/storage-faults.ts';
import { TransactionSamples } from './storage/transaction-samples.ts';
import { createCompressor } from './transport/compression.ts';
import { Delivery } from './transport/delivery.ts';
import { Expiry } from './storage/expiry.ts';
import { NetworkCheck } from './transport/network-check.ts';
import { OwnerLock } from './transport/owner-lock.ts';
import { ProviderCalls } from './transport/provider-calls.ts';
import { Receipts } from './transport/receipts.ts';
import { RequestRemainder } from './transport/request-remainder.ts';
import { ResponseContexts } from './transport/response-contexts.ts';
import { createSenderLock } from './transport/sender-lock.ts';
import { createProviderSend, recordRequests } from './transport/transport.ts';

export interface ServiceOptions {
  readonly settings: InfrastructureSettings;
  readonly hooks: PageHooks | undefined;
  readonly environment: Environment;
  /** Receives events even before {@link openLog} has opened their database. */
  readonly log: ViewerLog;
  /** Absent where the service runs on main. */
  readonly receiver: LineBatchReceiver | undefined;
}

/** Parts of a service whose viewer is not yet identified. */
export type ServiceParts = ReturnType<typeof composeService>;

/** Creates the parts of the service, each before those that use it. */
export function composeService({ settings, hooks, environment, log, receiver }: ServiceOptions) {
  const { clock, random, spans, postTask } = environment;
  const session = new Session(settings, environment);
  const network = { isOnline: environment.isOnline() };
  const isOnline = (): boolean => network.isOnline;
  const checkpoint = new Checkpoint(settings.checkpoint, hooks);
  const faults = new StorageFaults(checkpoint.state, (change) => checkpoint.save(change));
  const samples = new TransactionSamples(random);
  const events = new WorkerEvents({ clock, random, samples, log });

  const transport = createProviderSend(session, environment);
  const send = recordRequests(spans, 'request other', transport);
  const activity = createActivity(environment, hooks);
  const errors = new ErrorReporter({
    session,
    random,
    send,
    activity,
    alreadyReported: checkpoint.state.reportedErrors,
    keep: (address, body) => void log.keep(buildReportRequest(address, body, { clock, random, isOnline })),
    onReported({ record: { message, name, sampleWeight }, thread }) {
      checkpoint.noteReport(message);
      events.log('errorReported', { message, name, thread, sampleWeight });
    },
  });
  const problems = new ProblemReporter(errors, events);
  const compress = createCompressor(clock, environment.compressionStream, spans, {
    earlierCount: checkpoint.state.slowCompressionCount,
    onSlowRun: (slowCompressionCount) => checkpoint.save({ slowCompressionCount }),
    onGivenUp: () => problems.compressionGivenUp(),
  });

  const gate = new NavigationGate(clock);
  const jobs = new JobScheduler({ clock, post: postTask, gate, onError: (_name, error) => problems.uncaught(error) });
  const networkCheck = new NetworkCheck({
    clock,
    random,
    send,
    isOnline,
    address: () => session.resolve(session.page.addresses.networkCheck),
    events,
    problems,
  });
  const cookies = new Cookies(settings, hooks, session, checkpoint);
  const responses = new ResponseContexts({ session, clock, cookies, checkpoint });
  const identity = createIdentityParts({ settings, hooks, environment, session, send, problems, jobs });
  const calls = new ProviderCalls({
    session,
    clock,
    compress,
    rules: identity.rules,
    send: recordRequests(spans, 'request call', transport),
    responses,
    problems,
    networkCheck,
  });
  const receipts = new Receipts({
    clock,
    send,
    isOnline,
    address: (path) => session.resolve(session.page.addresses.api + path),
    ownSequences: [settings.sessionId, events.sequenceId],
  });
  const privacy = new ViewerPrivacy({
    environment,
    session,
    hooks,
    calls,
    checkpoint,
    cookies,
    faults,
    identity,
    log,
    responses,
  });
  const stopWatching = environment.watchErrors((error, place) => problems.uncaught(error, place));

  return {
    environment,
    session,
    network,
    log,
    receiver,
    faults,
    samples,
    events,
    transport,
    send,
    activity,
    errors,
    problems,
    compress,
    gate,
    jobs,
    networkCheck,
    cookies,
    responses,
    identity,
    calls,
    receipts,
    privacy,
    stopWatching,
  };
}

export type LogParts = Pick<
  ServiceParts,
  | 'environment'
  | 'session'
  | 'network'
  | 'log'
  | 'receiver'
  | 'faults'
  | 'samples'
  | 'events'
  | 'transport'
  | 'problems'
  | 'compress'
  | 'responses'
  | 'receipts'
>;

/**
 * Opens the log of one identity. An event passes log, pipeline, store, delivery, requests and transport. Returns the reason
 * why events are kept in memory; empty if they are on disk.
 */
export async function openLog(parts: LogParts, identifier: string): Promise<string> {
  const { environment, session, network, log, transport, compress, receipts, faults, problems, samples } = parts;
  const { clock, random, spans, locks, indexedDB, decompressionStream } = environment;
  const isPrivate = session.page.privacy.privateEmbed;
  const isOnline = (): boolean => network.isOnline;
  const expiry = new Expiry(clock);
  const owner = new OwnerLock(session.settings.sessionId, locks, clock);
  const send = recordRequests(spans, 'request log', transport);
  const requests = new LogRequests({ session, clock, random, compress, isOnline, send });

  const persistence = new Persistence(clock, faults);
  const database = new DatabaseHandle({
    description: LOG_DATABASE,
    identifier,
    clock,
    spans,
    indexedDB,
    onFault(failure) {
      persistence.count(failure);
      problems.storageFault(failure);
    },
    onLost: () => log.restore(),
    onGivenUp: ({ message }) => persistence.giveUp(message),
    onTransaction: (...transaction) => samples.note(...transaction),
  });
  const disk = isPrivate ? null : new IndexedLogStore(database);
  const store = new FailoverLogStore({ disk, memory: new MemoryLogStore(), persistence, expiry });
  const delivery = new Delivery({
    clock,
    random,
    store,
    owner,
    expiry,
    whenAlone: createSenderLock(identifier, locks),
    isOnline,
    requests,
    remainder: new RequestRemainder({ receipts, compress, decompressionStream }),
  });
  const isOpen = isPrivate ? null : await database.run('open', async () => undefined);
  if (isOpen?.ok) persistence.begin();
  const pipeline = new LogPipeline({
    ...parts,
    clock,
    spans,
    owner,
    expiry,
    requests,
    persistence,
    store,
    delivery,
  });
  log.open({ pipeline, database });
  return isPrivate ? 'private embed' : persistence.reason;
}

/** Opens the stored configuration of one identity. */
export function openConfiguration(
  { environment, session, faults, problems, samples }: LogParts,
  identifier: string,
): ConfigStore {
  const mayKeep = (): boolean => session.consent.allows('configuration');
  return openConfigStore({ environment, identifier, mayKeep, faults, problems, samples });
}
