// @module-tag thorough
import { connect } from 'node:http2';
import { request, type RequestOptions } from 'node:https';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test as base } from 'vitest';
import { BASE_HEADERS } from '../../src/provider/security/security-headers.ts';
import { hasFfmpeg } from './support/video-files.ts';
import {
  FRONT_PROXIES,
  missingPrograms,
  startProxy,
  type FrontProxy,
  type RunningProxy,
} from './support/front-proxies.ts';
import { startKeptServer } from './support/kept-server.ts';
import { startServer } from './support/server.ts';

/** Runs the configurations of nginx and Caddy in `src/provider/deployment` in front of a provider. */

const PASSWORD = 'a password of this test';
const AUTHORIZATION = { Authorization: `Basic ${btoa(`operator:${PASSWORD}`)}` };
const CALLS_MAX = 8;

const test = base
  .extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
    const server = await startServer({
      ORIEL_HOST: '127.0.0.1',
      ORIEL_TRUSTED_HOPS: '1',
      ORIEL_OPERATOR_PASSWORD: PASSWORD,
      /** Each client address may send eight calls at once, and then one per second. */
      ORIEL_CALLS_PER_SECOND: '1',
      ORIEL_BURST_SECONDS: String(CALLS_MAX),
      ORIEL_LOG_LEVEL: 'info',
    });
    onCleanup(() => server.stop());
    return server;
  })
  // The first test that needs a proxy starts it; later tests share it.
  .extend('proxyOf', { scope: 'file' }, ({ server }, { onCleanup }) => {
    const started = new Map<FrontProxy, Promise<RunningProxy>>();
    onCleanup(async () => {
      await Promise.all(Array.from(started.values(), async (proxy) => (await proxy).stop()));
    });
    return (configuration: FrontProxy): Promise<RunningProxy> => {
      const proxy = started.get(configuration) ?? startProxy(configuration, server.port);
      started.set(configuration, proxy);
      return proxy;
    };
  });

/** Request body with one event, as a page sends it. */
const batch = (index: number): string =>
  JSON.stringify({
    context: { client: { clientName: 'WEB_EMBEDDED_PLAYER', clientVersion: '1' } },
    requestTimeMs: Date.now(),
    events: [
      {
        clientEventId: `0123456789abcdef0123456789abcdef.${index}`,
        eventTimeMs: Date.now(),
        tier: 100,
        sequence: { id: 'main', index },
        name: 'hostCommand',
        payload: { name: 'playVideo' },
      },
    ],
  });

function send(
  { origin, certificate: ca }: RunningProxy,
  path: string,
  { body, ...options }: RequestOptions & { readonly body?: string | Buffer } = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(origin + path, { ca, agent: false, family: 4, ...options }, resolve);
    sent.once('error', reject);
    sent.end(body);
  });
}

/** Requests a path over HTTP/2 and returns the headers and body of the response. */
async function sendHttp2({ origin, certificate: ca }: RunningProxy, path: string) {
  const session = connect(origin, { ca });
  try {
    const stream = session.request({ ':path': path });
    const headers = await new Promise<Readonly<Record<string, unknown>>>((resolve, reject) => {
      stream.once('response', resolve).once('error', reject);
      session.once('error', reject);
    });
    return { headers, body: await text(stream) };
  } finally {
    session.close();
  }
}

/** Starts a server in place of a provider; the body of every response is its name. */
async function startNode(name: string) {
  const server = createServer((_, response) => void response.end(name));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  };
  onTestFinished(stop);
  return { name, port: (server.address() as AddressInfo).port, stop };
}

/** Reads the response until it contains `wanted`. */
async function readUntil(response: IncomingMessage, wanted: string): Promise<void> {
  let arrived = '';
  for await (const chunk of response) {
    arrived += String(chunk);
    if (arrived.includes(wanted)) return;
  }
  throw new Error(`the response ended without ${wanted}: ${arrived}`);
}

/** While the provider is down, Caddy holds requests by itself; nginx needs the port kept open, as systemd does. */
const WAITING: FrontProxy = { program: 'caddy', nodes: 'one-node' };
const DIRECT: FrontProxy = { program: 'nginx', nodes: 'one-node' };

const missing = [...new Set(FRONT_PROXIES.flatMap(missingPrograms))];

describe.skipIf(missing.length > 0)(
  `proxies in front${missing.length > 0 ? ` (need ${missing.join(', ')})` : ''}`,
  () => {
    describe.each(FRONT_PROXIES)('$program, $nodes', (configuration) => {
      const index = FRONT_PROXIES.indexOf(configuration);
      // Loopback addresses that no other test uses, because the provider limits calls by address.
      const clientOf = (host: number) => ({ localAddress: `127.0.${index + 1}.${host}` });

      test('the proxy serves pages over HTTP/2 with the provider’s headers and adds Strict-Transport-Security', async ({
        proxyOf,
        server,
      }) => {
        const proxy = await proxyOf(configuration);
        const { headers, body } = await sendHttp2(proxy, '/embed/orieldemo01');
        expect(headers[':status']).toBe(200);
        expect(body).toContain('id="oriel-main"');
        const direct = await fetch(`${server.playerOrigin}/embed/orieldemo01`);
        for (const name of Object.keys(BASE_HEADERS)) {
          const sent = direct.headers.get(name)?.replaceAll(server.playerOrigin, proxy.origin);
          expect(headers[name.toLowerCase()]).toBe(sent);
        }
        expect(headers['strict-transport-security']).toBe('max-age=31536000');
      });

      test('the proxy redirects HTTP to HTTPS, and its Server header contains no version and never names Caddy', async ({
        proxyOf,
      }) => {
        const proxy = await proxyOf(configuration);
        const redirect = await new Promise<IncomingMessage>((resolve, reject) => {
          get(`${proxy.plainOrigin}/embed/orieldemo01?start=3`, { agent: false, family: 4 }, resolve).once(
            'error',
            reject,
          );
        });
        redirect.resume();
        const encrypted = await send(proxy, '/embed/orieldemo01');
        encrypted.resume();
        expect(redirect.statusCode).toBe(308);
        expect(redirect.headers.location).toMatch(/^https:\/\/localhost\/embed\/orieldemo01\?start=3$/);
        // Stock nginx cannot omit its name from the header.
        const named = configuration.program === 'nginx' ? 'nginx' : undefined;
        expect([redirect.headers.server, encrypted.headers.server]).toEqual([named, named]);
      });

      test.skipIf(configuration.program !== 'nginx')(
        'the access log of nginx contains the network of a client, but no address, query, token or referrer',
        async ({ proxyOf }) => {
          const proxy = await proxyOf(configuration);
          for (const path of ['/embed/orieldemo01?start=3', '/media/~a.token/demo/none.m4s'])
            (await send(proxy, path, { headers: { Referer: 'https://school.example/page' } })).resume();
          const lines = async (): Promise<string[]> => (await proxy.accessLog()).split('\n');
          await expect
            .poll(async () => (await lines()).some((line) => line.includes('/media/~/demo/none.m4s')))
            .toBe(true);
          const all = (await lines()).join('\n');
          expect(all).toMatch(/^127\.0\.0\.0 \[[^\]]+\] GET \/embed\/orieldemo01 200 \d+ [\d.]+$/m);
          expect(all).not.toMatch(/127\.0\.0\.1|start=3|a\.token|school/);
        },
      );

      test('the proxy serves scripts, ranges of media, and oEmbed cards with the requested origin', async ({
        proxyOf,
      }) => {
        const proxy = await proxyOf(configuration);
        const script = await send(proxy, '/iframe_api');
        expect([script.statusCode, script.headers['content-type']]).toEqual([
          200,
          expect.stringContaining('javascript'),
        ]);
        script.resume();
        const part = await send(proxy, '/media/demo/progressive-240.mp4', { headers: { Range: 'bytes=1000-1099' } });
        expect([part.statusCode, (await text(part)).length > 0]).toEqual([206, true]);
        expect(part.headers['content-range']).toMatch(/^bytes 1000-1099\//);
        const card = await send(proxy, `/oembed?url=${encodeURIComponent(`${proxy.origin}/embed/orieldemo01`)}`);
        expect(JSON.parse(await text(card))).toMatchObject({
          html: expect.stringContaining(`src="${proxy.origin}/embed/orieldemo01`),
        });
      });

      test('a provider behind a proxy limits calls by the client’s address and ignores a forged X-Forwarded-For', async ({
        proxyOf,
      }) => {
        const proxy = await proxyOf(configuration);
        const log = async (host: number, number: number): Promise<number | undefined> => {
          const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': `192.0.2.${number}` };
          const body = batch(index * 1_000 + host * 100 + number);
          const response = await send(proxy, '/youtubei/v1/log_event', {
            ...clientOf(host),
            method: 'POST',
            headers,
            body,
          });
          response.resume();
          return response.statusCode;
        };
        const statuses = await Promise.all(Array.from({ length: 4 * CALLS_MAX }, (_, number) => log(1, number)));
        expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(CALLS_MAX);
        expect(statuses).toContain(429);
        expect(await log(2, 0)).toBe(200);
      });

      test.skipIf(!hasFfmpeg)(
        'a provider behind a proxy accepts a 3 MiB piece of a video upload',
        async ({ proxyOf }) => {
          const proxy = await proxyOf(configuration);
          const tus = { ...AUTHORIZATION, 'Tus-Resumable': '1.0.0' };
          const created = await send(proxy, '/provider/uploads', {
            method: 'POST',
            headers: { ...tus, 'Upload-Length': '16777216', 'Upload-Metadata': `filename ${btoa('film.mp4')}` },
          });
          expect([created.statusCode, await text(created)]).toEqual([201, '']);
          const path = created.headers.location ?? '';
          const piece = await send(proxy, path, {
            method: 'PATCH',
            headers: { ...tus, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
            body: Buffer.alloc(3_145_728, 'video'),
          });
          expect([piece.statusCode, piece.headers['upload-offset']]).toEqual([204, '3145728']);
        },
      );

      test('the proxy forwards server-sent events of the provider’s pages as they arrive', async ({ proxyOf }) => {
        const proxy = await proxyOf(configuration);
        const changes = await send(proxy, '/provider/api/changes', { headers: AUTHORIZATION });
        expect(changes.headers['content-type']).toContain('text/event-stream');
        const changed = readUntil(changes, 'event: changed');
        const headers = { 'Content-Type': 'application/json' };
        const body = batch(index * 1_000 + 900);
        const stored = await send(proxy, '/youtubei/v1/log_event', { ...clientOf(3), method: 'POST', headers, body });
        expect(stored.statusCode).toBe(200);
        stored.resume();
        await changed;
        changes.destroy();
      });
    });

    describe.each(FRONT_PROXIES.filter(({ nodes }) => nodes === 'three-nodes'))(
      '$program, three nodes',
      (configuration) => {
        test('an operator’s requests reach one node until it is down, and viewers’ requests are spread over all nodes', async () => {
          const nodes = await Promise.all(['1', '2', '3'].map(startNode));
          const [port = 0, ...others] = nodes.map((node) => node.port);
          const proxy = await startProxy(configuration, port, others);
          onTestFinished(() => proxy.stop());
          const askAll = async (path: string): Promise<Set<string>> => {
            const names = new Set<string>();
            for (let count = 0; count < 9; count += 1) names.add(await text(await send(proxy, path)));
            return names;
          };
          expect(await askAll('/embed/orieldemo01')).toEqual(new Set(['1', '2', '3']));
          const [own, ...more] = await askAll('/provider/api/summary');
          expect(more).toEqual([]);
          await nodes.find(({ name }) => name === own)?.stop();
          const [next, ...rest] = await askAll('/provider');
          expect(rest).toEqual([]);
          expect(nodes.map(({ name }) => name).filter((name) => name !== own)).toContain(next);
        });
      },
    );

    describe('one node, provider restarts', () => {
      test('a request that Caddy receives while the provider is down is served after the provider restarts', async () => {
        const environment = { ORIEL_HOST: '127.0.0.1', ORIEL_TRUSTED_HOPS: '1' };
        const first = await startServer(environment);
        onTestFinished(() => first.stop());
        const proxy = await startProxy(WAITING, first.port);
        onTestFinished(() => proxy.stop());
        await first.stop();
        const sent = send(proxy, '/embed/orieldemo01');
        const early = await Promise.race([
          sent.then(({ statusCode }) => statusCode),
          startServer({ ...environment, PORT: String(first.port) }),
        ]);
        if (typeof early === 'object') onTestFinished(() => early.stop());
        expect(early).not.toBe(502);
        const response = await sent;
        response.resume();
        expect(response.statusCode).toBe(200);
      });

      test('no request through nginx fails while the provider restarts on a port that systemd keeps open', async () => {
        const kept = await startKeptServer({ ORIEL_HOST: '127.0.0.1', ORIEL_TRUSTED_HOPS: '1' });
        onTestFinished(() => kept.stop());
        const proxy = await startProxy(DIRECT, kept.port);
        onTestFinished(() => proxy.stop());
        const statusOf = async (): Promise<number | undefined> => {
          const response = await send(proxy, '/embed/orieldemo01');
          response.resume();
          return response.statusCode;
        };
        const statuses = [await statusOf()];
        const restart = new AbortController();
        const restarted = kept.restart().finally(() => restart.abort());
        while (!restart.signal.aborted) statuses.push(await statusOf());
        await restarted;
        statuses.push(await statusOf());
        expect(statuses.length).toBeGreaterThanOrEqual(3);
        expect(new Set(statuses)).toEqual(new Set([200]));
      });
    });
  },
);
