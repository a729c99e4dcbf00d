import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';

/** A request of the worker to its provider, as it came over the connection. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Unzipped. */
  readonly body: string;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text as it is, anything else as JSON. */
  readonly body?: unknown;
}

/** `hang` leaves the request without a response, `reset` breaks the connection. */
type Answer = Reply | 'hang' | 'reset';

export interface RecordingProvider {
  readonly origin: string;
  readonly requests: readonly RecordedRequest[];
  /** From now on, for requests whose path ends so. */
  answer(pathEnd: string, answer: Answer | ((request: RecordedRequest) => Answer)): void;
  /** The requests so far whose path ends so. */
  to(pathEnd: string): readonly RecordedRequest[];
  stop(): Promise<void>;
}

/** Of a log request. */
const DEFAULT_ANSWER: Answer = { body: { accepted: 1, repeated: 0 } };
const FILES: Readonly<Record<string, string>> = {
  '/comlink.mjs': 'node_modules/comlink/dist/esm/comlink.mjs',
};

/**
 * The worker's origin and its provider in one: serves the built files and what a test gives it, and keeps every other
 * request. The reference provider would accept more than one form of a request; here its exact form is seen.
 */
export async function startRecordingProvider(pages: Readonly<Record<string, string>>): Promise<RecordingProvider> {
  const requests: RecordedRequest[] = [];
  const answers = new Map<string, Parameters<RecordingProvider['answer']>[1]>();
  const answerTo = (request: RecordedRequest): Answer => {
    const answer = [...answers].findLast(([pathEnd]) => request.path.endsWith(pathEnd))?.[1] ?? DEFAULT_ANSWER;
    return typeof answer === 'function' ? answer(request) : answer;
  };

  const server = createServer((incoming, outgoing) => {
    const respond = async (): Promise<void> => {
      const { pathname: path, searchParams: query } = new URL(incoming.url ?? '/', 'http://localhost');
      const served = await serve(path, pages);
      if (served !== null) {
        outgoing.writeHead(200, { 'Content-Type': path.endsWith('js') ? 'text/javascript' : 'text/html' });
        outgoing.end(served);
        return;
      }
      const { method = '', headers } = incoming;
      const request = {
        method,
        path,
        query,
        headers: headers as RecordedRequest['headers'],
        body: await bodyOf(incoming),
      };
      requests.push(request);
      const answer = answerTo(request);
      if (answer === 'reset') outgoing.destroy();
      if (answer === 'hang' || answer === 'reset') return;
      const { status = 200, body = '', headers: more = {} } = answer;
      outgoing.writeHead(status, { 'Content-Type': 'application/json', ...more });
      outgoing.end(typeof body === 'string' ? body : JSON.stringify(body));
    };
    /** A worker that is closed breaks its requests off. */
    respond().catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer(pathEnd, answer) {
      answers.delete(pathEnd);
      answers.set(pathEnd, answer);
    },
    to: (pathEnd) => requests.filter(({ path }) => path.endsWith(pathEnd)),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(path: string, pages: Readonly<Record<string, string>>): Promise<string | Buffer | null> {
  const page = pages[path];
  if (page !== undefined) return page;
  const file = path.startsWith('/assets/') ? join('dist/client', path) : FILES[path];
  return file === undefined ? null : readFile(file);
}

function bodyOf(request: IncomingMessage): Promise<string> {
  return readText(request.headers['content-encoding'] === 'gzip' ? request.pipe(createGunzip()) : request);
}
