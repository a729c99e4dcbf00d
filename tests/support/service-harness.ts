import type { RequestRecord } from '../../protocol/runtime/watch-contacts.ts';
import { gunzipSync, strFromU8 } from 'fflate';
import { STORAGE_ERROR_MESSAGES } from '../../protocol/errors.ts';
import type { Outcome } from '../../protocol/runtime/outcome.ts';
import type { InfrastructureSettings, PageHooks } from '../../protocol/infrastructure/rpc.ts';
import { createPostTask } from '../../protocol/runtime/post-task.ts';
import type { Environment } from '../../workers/infrastructure/environment.ts';
import { InfrastructureService } from '../../workers/infrastructure/infrastructure-service.ts';
import { ViewerLog } from '../../workers/infrastructure/logging/viewer-log.ts';
import { createFakeClock, createSeededRandom, type FakeClock } from './fake-clock.ts';
import { createSpans } from './fake-spans.ts';
import { makeSettings } from './pipeline-harness.ts';
import { SESSION_BROWSER } from './session-browser.ts';

/** An empty record of requests: the record of the test's own thread would have the requests of all tests. */
export const NO_REQUESTS: RequestRecord = {
  getEntriesByType: () => [],
  clearResourceTimings: () => undefined,
  addEventListener: () => undefined,
};

/** A request as received by the provider. */
export interface SeenRequest {
  readonly address: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  readonly credentials: RequestCredentials | undefined;
}

/** Response of a path; `hang` never responds, `unreachable` is a network failure. */
export type Reply = Response | 'hang' | 'unreachable';

/** A fake provider behind `fetch`. */
export interface FakeProvider {
  readonly fetch: typeof fetch;
  readonly seen: SeenRequest[];
  /** Responses by path; the longest prefix wins, and a path without a response gets 204. */
  readonly replies: Map<string, (request: SeenRequest) => Reply>;
  seenAt(path: string): SeenRequest[];
  /** Messages and levels of error reports, except the report about the missing disk. */
  reports(): (readonly [message: string | null, level: string | null])[];
}

export interface ServiceHarness extends FakeProvider {
  readonly clock: FakeClock;
  readonly service: InfrastructureService;
  readonly network: { online: boolean; type: string };
  readonly uncaught: Parameters<Environment['watchErrors']>[0][];
  start(change?: Partial<InfrastructureSettings>, hooks?: PageHooks): Promise<unknown>;
  /** Advances the clock while a call is pending, and returns its result. */
  settled<T>(call: Promise<Outcome<T>>, ms?: number): Promise<Outcome<T>>;
}

/** The environment of a service without a disk. */
export function createEnvironment(clock: FakeClock, change: Partial<Environment> = {}): Environment {
  return {
    clock,
    random: createSeededRandom(5),
    spans: createSpans(clock),
    requests: NO_REQUESTS,
    fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    indexedDB: () => undefined,
    locks: () => undefined,
    isOnline: () => true,
    connectionType: () => '4g',
    localTime: SESSION_BROWSER.localTime,
    postTask: createPostTask(clock, undefined),
    importModule: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
    compressionStream: undefined,
    decompressionStream: undefined,
    watchErrors: () => () => {},
    ...change,
  };
}

/** The whole service without a disk, with `replies` as its provider. */
export function createServiceHarness(change: Partial<Environment> = {}): ServiceHarness {
  const clock = createFakeClock();
  const provider = createFakeProvider();
  const network = { online: true, type: '4g' };
  const uncaught: ServiceHarness['uncaught'] = [];
  const environment = createEnvironment(clock, {
    fetch: provider.fetch,
    isOnline: () => network.online,
    connectionType: () => network.type,
    watchErrors(report) {
      uncaught.push(report);
      return () => {};
    },
    ...change,
  });
  const service = new InfrastructureService({ environment, log: new ViewerLog() });
  return {
    ...provider,
    clock,
    service,
    network,
    uncaught,
    async start(settings = {}, hooks) {
      const started = service.start({ ...makeSettings(), ...settings }, hooks);
      await clock.advance(0);
      return started;
    },
    async settled(call, ms = 0) {
      await clock.advance(ms);
      return call;
    },
  };
}

export function createFakeProvider(): FakeProvider {
  const seen: SeenRequest[] = [];
  const replies: FakeProvider['replies'] = new Map([['/pagead/id', () => json({ id: 'visitor', type: 1 })]]);
  return {
    seen,
    replies,
    fetch: (input, init) => response(new URL(String(input)), init ?? {}, seen, replies),
    seenAt: (path) => seen.filter(({ address }) => address.pathname === path),
    reports: () =>
      seen
        .filter(({ address }) => address.pathname === '/error_204')
        .map(({ address: { searchParams } }) => [searchParams.get('msg'), searchParams.get('level')] as const)
        .filter(([message]) => message !== STORAGE_ERROR_MESSAGES.notSupported),
  };
}

async function response(
  address: URL,
  { method = 'GET', headers, body, signal, credentials }: RequestInit,
  seen: SeenRequest[],
  replies: FakeProvider['replies'],
): Promise<Response> {
  const request: SeenRequest = {
    address,
    method,
    headers: Object.fromEntries(new Headers(headers).entries()),
    body: body as SeenRequest['body'],
    credentials,
  };
  seen.push(request);
  const prefix = [...replies.keys()]
    .filter((path) => address.pathname.startsWith(path))
    .sort((left, right) => right.length - left.length)[0];
  const reply = replies.get(prefix ?? '')?.(request) ?? new Response(null, { status: 204 });
  if (reply === 'unreachable') throw new TypeError('Failed to fetch');
  if (reply !== 'hang') return reply;
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });
}

export function json(content: unknown, init: ResponseInit = {}): Response {
  return new Response(JSON.stringify(content), {
    ...init,
    headers: { 'Content-Type': 'application/json', ...init.headers },
  });
}

/** The content of a request, compressed or not. */
export function bodyOf({ body, headers }: SeenRequest): Record<string, unknown> {
  const isGzip = headers['content-encoding'] === 'gzip' && body instanceof Uint8Array;
  const bytes = isGzip ? gunzipSync(body) : body;
  return JSON.parse(typeof bytes === 'string' ? bytes : strFromU8(bytes ?? new Uint8Array())) as Record<
    string,
    unknown
  >;
}
