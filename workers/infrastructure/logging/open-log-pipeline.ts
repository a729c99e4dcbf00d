import type { EventPayload } from '../../../protocol/infrastructure/events.ts';
import { withRetryCount } from '../../../protocol/provider/paths.ts';
import { HEADERS } from '../../../protocol/infrastructure/request-context.ts';
import type { Failure, Outcome } from '../../../protocol/runtime/outcome.ts';
import type { StoredRequest } from '../../../protocol/infrastructure/records.ts';
import type { Session } from '../context/session.ts';
import type { Environment } from '../environment.ts';
import { DatabaseHandle, type DatabaseHandleOptions } from '../storage/database-handle.ts';
import { FailoverLogStore } from '../storage/failover-log-store.ts';
import { IndexedLogStore } from '../storage/indexed-log-store.ts';
import { LOG_DATABASE, type LogDatabaseSchema } from '../storage/log-database.ts';
import { MemoryLogStore } from '../storage/memory-log-store.ts';
import { Persistence } from '../storage/persistence.ts';
import type { StorageFaults } from '../storage/storage-faults.ts';
import type { Compress } from '../transport/compression.ts';
import { Expiry } from '../transport/expiry.ts';
import { OwnerLock } from '../transport/owner-lock.ts';
import { createSenderLock } from '../transport/sender-lock.ts';
import type { Send, TransportResponse } from '../transport/transport.ts';
import { LogPipeline, type LogPipelineOptions } from './log-pipeline.ts';
import { buildLogRequest } from './log-request.ts';
import { remainingRequest } from './remaining-request.ts';
import type { WorkerLines } from './worker-lines.ts';

export interface OpenLogPipelineOptions {
  readonly environment: Environment;
  readonly session: Session;
  /** The owner of these events (S1). */
  readonly identifier: string;
  readonly compress: Compress;
  readonly send: Send;
  readonly isOnline: () => boolean;
  readonly lines: WorkerLines;
  /** Client event ids that the provider has, of those of dead pages. */
  readonly receivedOf: LogPipelineOptions['receivedOf'];
  readonly isOwn: LogPipelineOptions['isOwn'];
  /** Events about storage, sent along with the page's own (S13). */
  readonly takeSamples: () => readonly EventPayload<'storageTransaction'>[];
  readonly onAnswer: (response: TransportResponse) => void;
  readonly onDropped: (request: StoredRequest, reason: string, failure?: Failure) => void;
  readonly faults: StorageFaults;
  readonly onStorageFault: (failure: Failure) => void;
  readonly onTransaction: DatabaseHandleOptions<LogDatabaseSchema>['onTransaction'];
}

export interface OpenedLogPipeline {
  readonly pipeline: LogPipeline;
  /** Why events are kept in memory; empty if they are on disk. */
  readonly memoryReason: string;
  /** The database is not opened again, not even to put back what somebody has deleted. */
  closeDisk(): void;
}

/** Composes the pipeline of one identity, and checks whether it can store. */
export async function openLogPipeline(options: OpenLogPipelineOptions): Promise<OpenedLogPipeline> {
  const { environment, session, identifier, compress, send, isOnline, onStorageFault } = options;
  const { clock, random, spans, locks, decompressionStream } = environment;
  const persistence = new Persistence(clock, options.faults);
  const isPrivate = session.page.privacy.privateEmbed;
  const expiry = new Expiry(clock);
  const opened: { pipeline?: LogPipeline } = {};
  const handle = new DatabaseHandle({
    description: LOG_DATABASE,
    identifier,
    clock,
    spans,
    indexedDB: environment.indexedDB,
    onFault(failure) {
      persistence.count(failure);
      onStorageFault(failure);
    },
    onLost: () => void opened.pipeline?.restore(),
    onGivenUp: ({ message }) => persistence.giveUp(message),
    onTransaction: options.onTransaction,
  });
  const store: FailoverLogStore = new FailoverLogStore({
    disk: isPrivate ? null : new IndexedLogStore(handle),
    memory: new MemoryLogStore(),
    persistence,
    onQuotaExceeded: () => void store.deleteRequestsWhere((row) => expiry.isExpired(row)),
  });
  const isOpen = isPrivate ? null : await handle.run('open', async () => undefined);
  if (isOpen?.ok) persistence.begin();
  const pipeline = new LogPipeline({
    clock,
    random,
    spans,
    store,
    expiry,
    isOnline,
    isInterrupted: () => persistence.isInterrupted,
    owner: new OwnerLock(session.settings.sessionId, locks, clock),
    whenAlone: createSenderLock(identifier, locks),
    batchesPerRequestMax: () => session.logBatchesPerRequestMax,
    buildRequest: (group, dropped) => buildLogRequest(group, dropped, { session, clock, random, compress, isOnline }),
    send: (request) => sendStored(request, session, send, environment),
    receivedOf: options.receivedOf,
    isOwn: options.isOwn,
    remainingOf: (request) => remainingRequest(request, options.receivedOf, { compress, decompressionStream }),
    takeAlong: () => options.takeSamples().map((sample) => options.lines.line('storageTransaction', sample)),
    onAnswer: options.onAnswer,
    onDropped: options.onDropped,
  });
  opened.pipeline = pipeline;
  return {
    pipeline,
    memoryReason: isPrivate ? 'private embed' : persistence.reason,
    closeDisk: () => handle.close(),
  };
}

/** Every attempt sends the same bytes; only identity, time and retry count are current. */
function sendStored(
  { url, options, sendCount }: StoredRequest,
  session: Session,
  send: Send,
  { clock }: Environment,
): Promise<Outcome<TransportResponse>> {
  const address = withRetryCount(session.resolve(url), sendCount);
  return send({
    address,
    headers: { ...options.headers, [HEADERS.requestTime]: String(clock.now()) },
    body: options.body,
  });
}
