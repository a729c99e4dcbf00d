import type { AddressInfo, Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { EventLoopTurns } from '../../../../src/provider/listening/event-loop-turns.ts';
import { createListeningServer } from '../../../../src/provider/listening/listening-server.ts';
import { DEFAULT_LIMITS } from '../../../../src/provider/settings/limits.ts';
import { systemClock } from '../../../../src/provider/system.ts';
import { openRawConnection, rawRequest, type RawConnection } from '../support/raw-connection.ts';
import { openTestProvider } from '../support/test-provider.ts';

type Fetch = (request: Request) => Promise<Response>;

/** A listening server whose requests get their response from `fetch`. */
async function listenTo(
  fetch: Fetch,
  turns = new EventLoopTurns(),
): Promise<{ readonly port: number; readonly sockets: Socket[] }> {
  const provider = await openTestProvider();
  const { server } = createListeningServer({ ...provider, fetch }, DEFAULT_LIMITS, systemClock, turns);
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, sockets };
}

const countOf = ({ text }: RawConnection, pattern: RegExp): number => text().match(pattern)?.length ?? 0;

test('of 400 pipelined requests at most 16 begin before the first response, and all get their responses in order', async () => {
  const begun: string[] = [];
  let reply = (): void => undefined;
  const mayReply = new Promise<void>((resolve) => (reply = resolve));
  const { port, sockets } = await listenTo(async ({ url }) => {
    begun.push(new URL(url).pathname);
    await mayReply;
    return new Response(`<${new URL(url).pathname}>`);
  });
  const paths = Array.from({ length: 400 }, (_, index) => `/${index}`);
  const sent = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost:x\r\n\r\n`).join('');
  const connection = await openRawConnection(port, sent);
  await expect.poll(() => sockets[0]?.bytesRead).toBe(sent.length);
  await expect.poll(() => begun.length).toBeGreaterThan(0);
  expect(begun.length).toBeLessThanOrEqual(16);
  reply();
  await connection.until(/<\/399>/);
  expect(connection.text().match(/(?<=<)\/\d+(?=>)/g)).toEqual(paths);
  expect(begun).toEqual(paths);
});

test('many connections with pipelined requests begin at most 16 requests each', async () => {
  let begun = 0;
  const { port, sockets } = await listenTo(() => {
    begun += 1;
    return new Promise(() => undefined);
  });
  const sent = rawRequest('GET', '/').repeat(300);
  for (let index = 0; index < 8; index++) await openRawConnection(port, sent);
  await expect
    .poll(() => sockets.map(({ bytesRead }) => bytesRead))
    .toEqual(Array.from({ length: 8 }, () => sent.length));
  await expect.poll(() => begun).toBeGreaterThanOrEqual(8);
  expect(begun).toBeLessThanOrEqual(8 * 16);
});

test.each([10, 300, 20_000, 1_000_000])(
  'a body of %i bytes arrives whole, and the request that was pipelined behind it gets its response',
  async (bytes) => {
    const { port } = await listenTo(async (request) =>
      request.method === 'POST'
        ? new Response(`<${(await request.arrayBuffer()).byteLength}>`)
        : new Response('<next>'),
    );
    const post = rawRequest('POST', '/', { 'Content-Length': String(bytes) }) + 'x'.repeat(bytes);
    const connection = await openRawConnection(port, (post + rawRequest('GET', '/')).repeat(2));
    await expect.poll(() => countOf(connection, /<next>/g)).toBe(2);
    expect(countOf(connection, new RegExp(`<${bytes}>`, 'g'))).toBe(2);
  },
);

test('a body that the handler reads late arrives whole', async () => {
  let read = (): void => undefined;
  const mayRead = new Promise<void>((resolve) => (read = resolve));
  const { port, sockets } = await listenTo(async (request) => {
    await mayRead;
    return new Response(`<${(await request.arrayBuffer()).byteLength}>`);
  });
  const bytes = 4_000_000;
  const head = rawRequest('POST', '/', { 'Content-Length': String(bytes) });
  const connection = await openRawConnection(port, head + 'x'.repeat(bytes));
  await expect.poll(() => sockets[0]?.bytesRead ?? 0).toBeGreaterThan(head.length);
  read();
  expect(await connection.until(new RegExp(`<${bytes}>`))).toContain(`<${bytes}>`);
});

test('a request is aborted when its client ends the connection before the response', async () => {
  let aborted = (): void => undefined;
  const isAborted = new Promise<void>((resolve) => (aborted = resolve));
  let begun = false;
  const { port } = await listenTo(({ signal }) => {
    signal.addEventListener('abort', aborted);
    begun = true;
    return new Promise(() => undefined);
  });
  const connection = await openRawConnection(port, rawRequest('GET', '/'));
  await expect.poll(() => begun).toBe(true);
  connection.socket.end();
  await isAborted;
});

/** Keeps tasks until the test runs them. */
class HeldTurns extends EventLoopTurns {
  readonly tasks: (() => void)[] = [];
  override readonly defer = (task: () => void): void => void this.tasks.push(task);
}

test.each([
  ['one network', () => '127.0.0.1', 4],
  ['40 networks', (index: number) => `127.0.${index}.1`, 32],
])(
  'a turn of the event loop reads at most 4 connections of a network, and 32 in all: 40 from %s',
  async (_, addressOf, expected) => {
    const turns = new HeldTurns();
    const { port, sockets } = await listenTo(() => new Promise(() => undefined), turns);
    for (let index = 0; index < 40; index++) await openRawConnection(port, rawRequest('GET', '/'), addressOf(index));
    await expect.poll(() => sockets.filter(({ bytesRead }) => bytesRead > 0).length).toBe(40);
    expect(turns.tasks).toHaveLength(expected);
  },
);

test(
  'connections that close before they are read are removed from the queue at once',
  { tags: ['thorough'] },
  async () => {
    const turns = new HeldTurns();
    let begun = 0;
    const { port, sockets } = await listenTo(() => {
      begun += 1;
      return new Promise(() => undefined);
    }, turns);
    for (let index = 0; index < 50; index++) (await openRawConnection(port, rawRequest('GET', '/'))).socket.destroy();
    await expect.poll(() => sockets.filter(({ closed }) => closed).length).toBe(50);
    let turned = 0;
    for (let task = turns.tasks.shift(); task !== undefined; task = turns.tasks.shift()) {
      task();
      turned += 1;
    }
    // At most the tasks of one turn, which were scheduled before the connections closed.
    expect(turned).toBeLessThanOrEqual(4);
    expect(begun).toBe(0);
  },
);
