import { createServer, request as askProvider, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

/** A request of a page to its provider, as it came over the connection. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Text of the body, decompressed. */
  readonly body: string;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent unchanged, any other value as JSON. */
  readonly body?: unknown;
}

/**
 * Response of the proxy: a reply of its own, the provider's response (`pass`), that response with a `change` of its text,
 * no response (`hang`), or a broken connection (`reset`).
 */
export type Handling = Reply | 'pass' | 'hang' | 'reset' | { readonly change: (text: string) => string };

/** Successful response to a log request. */
export const ACCEPTED: Reply = { body: { accepted: 1, repeated: 0 } };

export interface RecordingProxy {
  readonly port: number;
  /** Sets the handling of later requests whose path ends with `pathEnd`. */
  reply(pathEnd: string, handling: Handling | ((request: RecordedRequest) => Handling)): void;
  /** The requests so far whose path ends with `pathEnd`. */
  to(pathEnd: string): readonly RecordedRequest[];
  stop(): Promise<void>;
}

/** Headers of the connection to the provider, which the proxy does not forward. */
const CONNECTION_HEADERS = ['connection', 'content-encoding', 'content-length', 'keep-alive', 'transfer-encoding'];

/**
 * Starts a proxy between pages and their provider, which records each request and simulates faults of provider and network.
 */
export async function startRecordingProxy(providerPort: number): Promise<RecordingProxy> {
  const requests: RecordedRequest[] = [];
  const handlings = new Map<string, Parameters<RecordingProxy['reply']>[1]>();
  const handlingOf = (request: RecordedRequest): Handling => {
    const handling = [...handlings].findLast(([pathEnd]) => request.path.endsWith(pathEnd))?.[1] ?? 'pass';
    return typeof handling === 'function' ? handling(request) : handling;
  };

  const server = createServer((incoming, outgoing) => {
    const respond = async (): Promise<void> => {
      const bytes = await bytesOf(incoming);
      const request = recordOf(incoming, bytes);
      requests.push(request);
      const handling = handlingOf(request);
      if (handling === 'hang') return;
      if (handling === 'reset') return void outgoing.destroy();
      if (handling === 'pass') return void (await pass(incoming, bytes)).pipe(outgoing);
      if ('change' in handling) return change(await pass(incoming, bytes), handling.change);
      const { status = 200, body = '', headers = {} } = handling;
      outgoing.writeHead(status, { 'Content-Type': 'application/json', ...headers });
      outgoing.end(typeof body === 'string' ? body : JSON.stringify(body));
    };
    const pass = async (asked: IncomingMessage, bytes: Buffer): Promise<IncomingMessage> => {
      const response = await ask(providerPort, asked, bytes);
      outgoing.writeHead(response.statusCode ?? 502, headersOf(response));
      return response;
    };
    const change = async (response: IncomingMessage, changed: (text: string) => string): Promise<void> =>
      void outgoing.end(changed(await readText(response)));
    // A page that is closed aborts its requests.
    respond().catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    reply(pathEnd, handling) {
      handlings.delete(pathEnd);
      handlings.set(pathEnd, handling);
    },
    to: (pathEnd) => requests.filter(({ path }) => path.endsWith(pathEnd)),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Forwards a request of the page, but requests an uncompressed response, so that its text can be changed. */
function ask(port: number, { method, headers, url }: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = askProvider(
      { port, method, path: url, headers: { ...headers, 'accept-encoding': 'identity' } },
      resolve,
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

function headersOf({ headers }: IncomingMessage): Parameters<ServerResponse['writeHead']>[1] & object {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.includes(name)));
}

async function bytesOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function recordOf({ method = '', url = '/', headers }: IncomingMessage, bytes: Buffer): RecordedRequest {
  const { pathname: path, searchParams: query } = new URL(url, 'http://localhost');
  const isPacked = headers['content-encoding'] === 'gzip';
  const body = (isPacked ? gunzipSync(bytes) : bytes).toString();
  return { method, path, query, headers: headers as RecordedRequest['headers'], body };
}
