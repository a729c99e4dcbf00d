import type { InfrastructureSettings, PageHooks } from '../../protocol/infrastructure/rpc.ts';
import type { StoredRequest } from '../../protocol/infrastructure/records.ts';
import type { ResponseContext } from '../../protocol/provider/response-context.ts';
import { JobScheduler } from '../../protocol/runtime/job-scheduler.ts';
import { NavigationGate } from '../../protocol/runtime/navigation-gate.ts';
import { Checkpoint } from './checkpoint.ts';
import type { Session } from './context/session.ts';
import { createActivity, type Activity } from './activity.ts';
import type { Environment } from './environment.ts';
import { ErrorReporter } from './errors/error-reporter.ts';
import { createIdentityParts, type IdentityParts } from './identity/identity-parts.ts';
import { buildReportRequest } from './logging/log-request.ts';
import { createWorkerEvents } from './logging/worker-events.ts';
import { createWorkerLines, type WorkerLines } from './logging/worker-lines.ts';
import { Cookies } from './preferences/page-cookies.ts';
import { ProblemReporter } from './problem-reporter.ts';
import { StorageFaults } from './storage/storage-faults.ts';
import { TransactionSamples } from './storage/transaction-samples.ts';
import { createCompressor, type Compress } from './transport/compression.ts';
import { NetworkCheck } from './transport/network-check.ts';
import { ProviderCalls } from './transport/provider-calls.ts';
import { createProviderSend } from './transport/provider-send.ts';
import { Receipts } from './transport/receipts.ts';
import { recordRequests } from './transport/record-requests.ts';
import type { Send } from './transport/transport.ts';

export interface ServicePartsOptions {
  readonly settings: InfrastructureSettings;
  readonly hooks: PageHooks | undefined;
  readonly environment: Environment;
  readonly session: Session;
  readonly isOnline: () => boolean;
  /** Logs an event of the service, as its JSON line. */
  readonly log: (line: string) => void;
  /** Stores a request for delivery. */
  readonly keep: (request: StoredRequest) => void;
  readonly onResponseContext: (context: ResponseContext | undefined) => void;
}

/** What the service is made of, apart from the viewer's own logs and configuration. */
export interface ServiceParts {
  readonly calls: ProviderCalls;
  readonly cookies: Cookies;
  readonly checkpoint: Checkpoint;
  readonly send: Send;
  /** For stored requests. */
  readonly sendLog: Send;
  readonly faults: StorageFaults;
  readonly compress: Compress;
  readonly errors: ErrorReporter;
  readonly problems: ProblemReporter;
  readonly samples: TransactionSamples;
  readonly identity: IdentityParts;
  readonly networkCheck: NetworkCheck;
  readonly lines: WorkerLines;
  readonly receipts: Receipts;
  readonly gate: NavigationGate;
  readonly jobs: JobScheduler;
  readonly activity: Activity;
}

export function createServiceParts(options: ServicePartsOptions): ServiceParts {
  const { settings, hooks, environment, session, isOnline, onResponseContext } = options;
  const { clock, random, spans, postTask } = environment;
  const transport = createProviderSend(session, environment);
  const send = recordRequests(spans, 'request other', transport);
  const checkpoint = new Checkpoint(settings.checkpoint, hooks);
  const faults = new StorageFaults(checkpoint.state, (change) => checkpoint.save(change));
  const lines = createWorkerLines(clock, random);
  const log = createWorkerEvents(lines, options.log);
  const activity = createActivity(environment, hooks);
  const errors = new ErrorReporter({
    session,
    random,
    send,
    activity,
    alreadyReported: checkpoint.state.reportedErrors,
    keep: (address, body) => options.keep(buildReportRequest(address, body, { clock, random, isOnline })),
    onReported({ record: { message, name, sampleWeight }, thread }) {
      checkpoint.noteReport(message);
      log('errorReported', { message, name, thread, sampleWeight });
    },
  });
  const problems = new ProblemReporter(errors, log);
  const compress = createCompressor(clock, environment.compressionStream, spans, {
    earlierCount: checkpoint.state.slowCompressionCount,
    onSlowRun: (slowCompressionCount) => checkpoint.save({ slowCompressionCount }),
    onGivenUp: () => problems.compressionGivenUp(),
  });
  const networkCheck = new NetworkCheck({
    clock,
    random,
    send,
    isOnline,
    address: () => session.resolve(session.page.addresses.networkCheck),
    onChecked: (result) => log('networkChecked', result),
    onBlocked: () => problems.blockedByExtension(),
  });
  const gate = new NavigationGate(clock);
  const jobs = new JobScheduler({ clock, post: postTask, gate, onError: (_name, error) => problems.uncaught(error) });
  const cookies = new Cookies(settings, hooks, session, checkpoint);
  const identity = createIdentityParts({ settings, hooks, environment, session, send, problems, jobs });
  const calls = new ProviderCalls({
    session,
    clock,
    compress,
    rules: identity.rules,
    send: recordRequests(spans, 'request call', transport),
    onResponseContext,
    onProblem: (message, failure) => {
      problems.callFailed(message, failure);
      if (failure.code === 'net.unknown') void networkCheck.suspect();
    },
  });
  const samples = new TransactionSamples(random);
  const receipts = new Receipts({
    clock,
    send,
    isOnline,
    address: (path) => session.resolve(session.page.addresses.api + path),
    ownSequences: [settings.sessionId, lines.sequenceId],
  });
  return {
    calls,
    cookies,
    checkpoint,
    send,
    sendLog: recordRequests(spans, 'request log', transport),
    faults,
    compress,
    errors,
    problems,
    samples,
    identity,
    networkCheck,
    lines,
    receipts,
    gate,
    jobs,
    activity,
  };
}
