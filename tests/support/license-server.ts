import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { base64Url, TEST_KEYS } from './test-keys.ts';

/** Reaction of the server to a request. */
export type LicenseResponse =
  /** A license with the requested keys that it has. */
  | 'license'
  /** A license without any key. */
  | 'no keys'
  /** A license with the first key; requests for the second key are refused. */
  | 'first key'
  /** A license with a key that was not requested. */
  | 'another key'
  /** An HTML page. */
  | 'no JSON'
  /** A license of ten megabytes. */
  | 'ten megabytes'
  /** No response, for as long as the client waits. */
  | 'nothing'
  /** A redirect to another path. */
  | 'redirect'
  | { readonly status: number };

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface LicenseServer {
  readonly origin: string;
  readonly requests: ReceivedRequest[];
  /** Responses by the path of the request. */
  readonly responses: Map<string, LicenseResponse>;
  close(): Promise<void>;
}

const LARGE_BYTES = 10_000_000;

/** A license server of ClearKey, which pages of any origin may call. */
export async function startLicenseServer(): Promise<LicenseServer> {
  const requests: LicenseServer['requests'] = [];
  const responses: LicenseServer['responses'] = new Map();
  const server = createServer((request, response) => {
    const { pathname: path } = new URL(request.url ?? '/', 'http://localhost');
    const { method = '', headers } = request;
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*');
    if (method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    void readBody(request).then((body) => {
      requests.push({ method, path, headers, body });
      respond(response, body.toString(), responses.get(path) ?? 'license');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    requests,
    responses,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function respond(response: ServerResponse, request: string, kind: LicenseResponse): void {
  if (kind === 'nothing') return;
  if (kind === 'redirect') return void response.writeHead(307, { Location: '/elsewhere' }).end();
  if (kind === 'ten megabytes') return void response.end(Buffer.alloc(LARGE_BYTES, 0x20));
  if (kind === 'no JSON') return void response.end('<!doctype html><p>Sign in first.</p>');
  if (typeof kind === 'object') return void response.writeHead(kind.status).end();
  const { kids } = request === '' ? { kids: [] } : (JSON.parse(request) as { kids: string[] });
  if (kind === 'first key' && !kids.includes(base64Url(TEST_KEYS[0].keyId))) return void response.writeHead(403).end();
  const known = TEST_KEYS.filter(
    ({ keyId }) => kind !== 'no keys' && kids.includes(base64Url(keyId)) !== (kind === 'another key'),
  );
  const keys = known.map(({ keyId, key }) => ({ kty: 'oct', kid: base64Url(keyId), k: base64Url(key) }));
  response.end(JSON.stringify({ keys, type: 'temporary' }));
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
