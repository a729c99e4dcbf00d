import { STORAGE_ERROR_SEVERITIES } from '../../protocol/errors.ts';
import { succeed, type Failure, type Outcome } from '../../protocol/outcome.ts';
import type { PageConfig } from '../../protocol/page-config.ts';
import { parseAt } from '../../protocol/parse.ts';
import type { EndpointKey, EndpointRequest, EndpointResponse } from '../../protocol/provider/endpoints.ts';
import { LogResponse } from '../../protocol/provider/logging.ts';
import { LOGGED_OUT_IDENTIFIER, type StoredRequest } from '../../protocol/records.ts';
import type { ClientInfo } from '../../protocol/request-context.ts';
import type {
  CallOptions,
  ErrorReport,
  FlushReport,
  InfrastructureReport,
  InfrastructureSettings,
  LifecycleChange,
  StorageMode,
} from '../../protocol/rpc.ts';
import { Session } from './context/session.ts';
import type { Environment } from './environment.ts';
import { describeError } from './errors/describe-error.ts';
import { ErrorReporter } from './errors/error-reporter.ts';
import { followLifecycle } from './logging/follow-lifecycle.ts';
import { openLogPipeline } from './logging/open-log-pipeline.ts';
import { faultOf } from './storage/storage-fault.ts';
import { createCompressor } from './transport/compression.ts';
import { ProviderCalls, readJson } from './transport/provider-calls.ts';
import { applyResponseContext } from './transport/response-context.ts';
import { createTransport, type TransportAnswer } from './transport/transport.ts';

/** Everything that runs once the page has said what it is. */
export interface RunningService {
  readonly report: InfrastructureReport;
  logEvents(lines: string, lostCount?: number): Promise<Outcome<{ storedCount: number; mode: StorageMode }>>;
  flush(): Promise<Outcome<FlushReport>>;
  call<Key extends EndpointKey>(
    endpoint: Key,
    fields: EndpointRequest<Key>,
    options?: CallOptions,
  ): Promise<Outcome<EndpointResponse<Key>>>;
  loadPageConfig(videoId: string): Promise<Outcome<PageConfig>>;
  reportError(report: ErrorReport): Promise<Outcome<void>>;
  updateClient(change: Partial<ClientInfo>): void;
  lifecycleChanged(change: LifecycleChange): void;
  stop(): void;
}

export async function startRunningService(
  settings: InfrastructureSettings,
  environment: Environment,
): Promise<RunningService> {
  const { clock, trace } = environment;
  const session = new Session(settings);
  const send = createTransport(environment);
  const compress = createCompressor(clock, environment.compressionStream);
  const errors = new ErrorReporter({ session, send });
  let isOnline = environment.isOnline();
  let previousChange: LifecycleChange | null = null;

  const warn = (message: string, params: Readonly<Record<string, string>>, severity: ErrorReport['severity']): void =>
    void errors.report({
      record: { message, name: 'Warning', params: { ...params }, sampleWeight: 1 },
      severity,
      thread: 'infrastructure',
    });
  const sinks = { saveConfig: () => {}, saveLocationToken: () => {} };
  const calls = new ProviderCalls({
    session,
    clock,
    compress,
    send: (request) => trace.span('call', () => send(request)),
    onResponseContext: (context) => applyResponseContext(context, session, clock, sinks),
    onTrouble: (message, failure) => warn(message, { code: failure.code, cause: failure.message }, 'warning'),
  });
  const onAnswer = (answer: TransportAnswer): void => {
    const json = readJson(answer);
    const parsed = json.ok ? parseAt('log answer', LogResponse, json.value) : json;
    if (parsed.ok) applyResponseContext(parsed.value.responseContext, session, clock, sinks);
  };
  const onDropped = (request: StoredRequest, reason: string, failure?: Failure): void => {
    if (failure === undefined) return;
    const status = String(failure.details?.['status'] ?? '');
    warn(failure.message, { reason, status, events: String(request.eventIds.length) }, 'warning');
  };
  const onStorageFault = (failure: Failure): void => {
    const severity = STORAGE_ERROR_SEVERITIES[faultOf(failure)];
    if (severity === 'ignored') return;
    warn(failure.message, { cause: String(failure.details?.['cause'] ?? '') }, severity);
  };
  const { pipeline, memoryReason } = await openLogPipeline({
    environment,
    session,
    identifier: session.page.dataSyncId ?? LOGGED_OUT_IDENTIFIER,
    compress,
    send,
    isOnline: () => isOnline,
    onAnswer,
    onDropped,
    onStorageFault,
  });
  const stopWatching = environment.watchErrors(
    (error) => void errors.report({ record: describeError(error), severity: 'error', thread: 'infrastructure' }),
  );
  void pipeline.start();

  return {
    report: { storage: memoryReason === '' ? 'indexeddb' : 'memory', storageReason: memoryReason },
    async logEvents(lines, lostCount) {
      const { storedCount, durable } = await pipeline.add(lines, lostCount);
      return succeed({ storedCount, mode: durable ? 'indexeddb' : 'memory' });
    },
    flush: async () => succeed(await pipeline.flush()),
    call: (endpoint, fields, options) => calls.call(endpoint, fields, options),
    async loadPageConfig(videoId) {
      const loaded = await calls.loadPageConfig(videoId);
      if (loaded.ok) {
        const { player: _player, playerResponse: _playerResponse, ...page } = loaded.value;
        session.page = page;
      }
      return loaded;
    },
    async reportError(report) {
      await errors.report(report);
      return succeed(undefined);
    },
    updateClient(change) {
      session.client = { ...session.client, ...change };
    },
    lifecycleChanged(change) {
      isOnline = change.online;
      followLifecycle(pipeline, change, previousChange);
      previousChange = change;
    },
    stop() {
      stopWatching();
      pipeline.stop();
    },
  };
}
