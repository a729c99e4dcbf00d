import { writeFile, mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { OpenConnections } from '../../../src/provider/listening/open-connections.ts';
import type { Limits } from '../../../src/provider/settings/limits.ts';
import type { RunningProvider } from '../../../src/server/start-provider.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { batch, LOG_EVENT } from './support/events.ts';
import { openRawConnection, rawRequest, type RawConnection } from './support/raw-connection.ts';
import { startTestProvider } from './support/start-test-provider.ts';

function start(limits: Partial<Limits>, catalogFolder?: string): Promise<RunningProvider> {
  return startTestProvider({ limits, ...(catalogFolder !== undefined && { catalogFolder }) });
}

async function openConnections({ provider }: RunningProvider): Promise<number> {
  return Number(/^oriel_connections_open (\d+)$/m.exec(await provider.metrics.text())?.[1]);
}

const BODY_HEADERS = { 'Content-Type': 'application/json', 'Content-Length': '100000' };

test('a client that stops within its headers gets an error and is disconnected', async () => {
  const { port } = await start({ headersTimeoutMs: 40, requestTimeoutMs: 10_000 });
  const connection = await openRawConnection(port, 'GET /generate_204 HTTP/1.1\r\nHost: x');
  await connection.closed;
  expect(connection.text()).toMatch(/^HTTP\/1\.1 408 [^]*"status":"REQUEST_TIMEOUT"/);
});

test.each([
  ['Host: localhost\r\nhost: videos.example', 400],
  ['Host: localhost', 204],
])('a request with the headers %j gets %i', async (hosts, status) => {
  const { port } = await start({});
  const connection = await openRawConnection(port, `GET /generate_204 HTTP/1.1\r\n${hosts}\r\n\r\n`);
  expect(await connection.until(/\r\n\r\n/)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

test('a client that stops after one byte of its body is disconnected, and other clients are served until then', async () => {
  const { url, port } = await start({ stalledTimeoutMs: 600, requestTimeoutMs: 60_000 });
  const stalled = await openRawConnection(port, `${rawRequest('POST', LOG_EVENT, BODY_HEADERS)}{`);
  const response = await fetch(url + LOG_EVENT, { method: 'POST', body: JSON.stringify(batch([1])) });
  expect(response.status).toBe(200);
  await stalled.closed;
});

test('a client that sends its body a byte at a time is disconnected at the deadline of the request', async () => {
  const { port } = await start({ headersTimeoutMs: 40, requestTimeoutMs: 80, stalledTimeoutMs: 60_000 });
  const slow = await openRawConnection(port, rawRequest('POST', LOG_EVENT, BODY_HEADERS));
  const drip = setInterval(() => slow.socket.write(' '), 10);
  await slow.closed;
  clearInterval(drip);
  expect(slow.text()).toMatch(/^HTTP\/1\.1 408 /);
});

test('a client that stops reading a large response is disconnected', async () => {
  const folder = await temporaryFolder();
  for (const name of ['media', 'videos']) await mkdir(join(folder, name));
  // More bytes than fit into the buffers of both ends.
  await writeFile(join(folder, 'media/large.mp4'), Buffer.alloc(64 * 1_048_576));
  const running = await start({ stalledTimeoutMs: 80 }, folder);
  const reader = await openRawConnection(running.port);
  reader.socket.pause();
  reader.socket.write(rawRequest('GET', '/media/large.mp4'));
  await expect.poll(() => openConnections(running)).toBe(1);
  await expect.poll(() => openConnections(running)).toBe(0);
});

test('a connection past the limit is closed at once, and a connection that ends makes room', async () => {
  const { port } = await start({ connectionsMax: 4 });
  const open = [];
  for (let index = 0; index < 4; index++) {
    const connection = await openRawConnection(port, rawRequest('GET', '/provider/api/changes'));
    await connection.until(/still here/);
    open.push(connection);
  }
  const fifth = await openRawConnection(port, rawRequest('GET', '/generate_204'));
  await fifth.closed;
  expect(fifth.text()).toBe('');
  open[0]?.socket.destroy();
  await expect
    .poll(async () => (await openRawConnection(port, rawRequest('GET', '/generate_204'))).until(/204/))
    .toMatch(/204/);
});

test('when connections are scarce, idle connections are closed, and connections with a pending response stay open', async () => {
  const clock = createFakeClock();
  const server = createServer((request, response) => {
    if (request.url === '/wait') response.flushHeaders();
    else response.end();
  });
  const connections = new OpenConnections({
    server,
    limits: { connectionsMax: 10, connectionsPerAddressMax: 100 },
    clock,
    onRefusal: () => undefined,
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const busy = await openRawConnection(port, rawRequest('GET', '/wait'));
  await busy.until(/200 OK/);
  for (let index = 0; index < 8; index++) await (await openRawConnection(port, rawRequest('GET', '/'))).until(/200 OK/);
  await clock.advance(1_000);
  await (await openRawConnection(port, rawRequest('GET', '/'))).until(/200 OK/);
  await expect.poll(() => connections.count).toBe(2);
  expect(busy.socket.destroyed).toBe(false);
});

test('a connection past the limit of its address is closed at once', async () => {
  const { port } = await start({ connectionsMax: 100, connectionsPerAddressMax: 2 });
  for (let index = 0; index < 2; index++)
    await (await openRawConnection(port, rawRequest('GET', '/provider/api/changes'))).until(/still here/);
  const third = await openRawConnection(port, rawRequest('GET', '/generate_204'));
  await third.closed;
  expect(third.text()).toBe('');
});

/** Only Linux accepts connections from all of 127.0.0.0/8; other systems have one loopback address. */
const onLinux = test.runIf(process.platform === 'linux');

onLinux('when all connections are taken, the address with most of them loses one to another address', async () => {
  const running = await start({ connectionsMax: 4 });
  const open = async (address: string, path = '/provider/api/changes'): Promise<RawConnection> => {
    const connection = await openRawConnection(running.port, rawRequest('GET', path), address);
    await connection.until(/still here|\r\n\r\n/);
    return connection;
  };
  const small = await open('127.2.0.1');
  const large = [await open('127.1.0.1'), await open('127.1.0.1'), await open('127.1.0.1')];
  expect((await open('127.3.0.1', '/generate_204')).text()).toMatch(/ 204 /);
  await Promise.race(large.map(({ closed }) => closed));
  expect(small.socket.destroyed).toBe(false);
  expect(large.filter(({ socket }) => socket.destroyed)).toHaveLength(1);
  expect(await running.provider.metrics.text()).toContain('oriel_refusals_total{limit="slow_connections"} 1');
});

onLinux('the addresses of one site together cannot hold every connection', async () => {
  const { port } = await start({ connectionsMax: 8, connectionsPerAddressMax: 4 });
  for (let host = 1; host <= 6; host++)
    await (await openRawConnection(port, rawRequest('GET', '/provider/api/changes'), `127.1.0.${host}`)).until(/here/);
  const seventh = await openRawConnection(port, rawRequest('GET', '/generate_204'), '127.1.0.7');
  await seventh.closed;
  expect(seventh.text()).toBe('');
  const other = await openRawConnection(port, rawRequest('GET', '/generate_204'), '127.2.0.1');
  expect(await other.until(/204/)).toMatch(/ 204 /);
});

test.each([
  ['NONSENSE\r\n\r\n', /^HTTP\/1\.1 400 [^]*"INVALID_ARGUMENT"/],
  [`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(40_000)}\r\n\r\n`, /^HTTP\/1\.1 431 [^]*too large/],
])('a request that cannot be parsed is refused in JSON', async (text, response) => {
  const { port } = await start({});
  const connection = await openRawConnection(port, text);
  await connection.closed;
  expect(connection.text()).toMatch(response);
});

test.each([
  ['idle_connections', { keepAliveTimeoutMs: 40 }, rawRequest('GET', '/generate_204')],
  ['unused_connections', { headersTimeoutMs: 40, requestTimeoutMs: 10_000 }, ''],
  ['slow_headers', { headersTimeoutMs: 40, requestTimeoutMs: 10_000 }, 'GET / HTTP/1.1\r\nHost: x'],
  [
    'slow_requests',
    { headersTimeoutMs: 40, requestTimeoutMs: 80, stalledTimeoutMs: 60_000 },
    rawRequest('POST', LOG_EVENT, BODY_HEADERS),
  ],
  [
    'stalled_connections',
    { stalledTimeoutMs: 80, requestTimeoutMs: 60_000 },
    rawRequest('POST', LOG_EVENT, BODY_HEADERS),
  ],
  ['connections', { connectionsMax: 0 }, ''],
  ['connections_per_address', { connectionsPerAddressMax: 0 }, ''],
  ['header_size', {}, `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(40_000)}\r\n\r\n`],
  ['unreadable_requests', {}, 'NONSENSE\r\n\r\n'],
])(
  'a connection that the server ends for %s is counted once under that name and logged',
  async (limit, limits, text) => {
    const lines: object[] = [];
    const write = (fields: object): void => void lines.push(fields);
    const log = { debug: () => undefined, info: write, warn: write, error: write };
    const { port, provider } = await startTestProvider({ limits, log });
    const connection = await openRawConnection(port, text);
    await connection.closed;
    const counts = async (): Promise<string[]> =>
      (await provider.metrics.text()).split('\n').filter((line) => line.startsWith('oriel_refusals_total'));
    expect(await counts()).toEqual([`oriel_refusals_total{limit="${limit}"} 1`]);
    expect(lines).toContainEqual({ limit });
  },
);
