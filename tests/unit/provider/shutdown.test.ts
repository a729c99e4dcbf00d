import { expect, onTestFinished, test } from 'vitest';
import { startProvider, type RunningProvider } from '../../../src/server/start-provider.ts';
import { stopOnSignal } from '../../../src/server/stop-on-signal.ts';
import { createFakeClock, settle } from '../../support/fake-clock.ts';
import { batch, LOG_EVENT } from './support/events.ts';
import { openRawConnection, rawRequest } from './support/raw-connection.ts';

async function start(shutdownGraceMs: number): Promise<RunningProvider> {
  const running = await startProvider({ port: 0, scenarios: true, limits: { shutdownGraceMs } });
  onTestFinished(() => running.close());
  return running;
}

const BODY = JSON.stringify(batch([1]));
const HEADERS = { 'Content-Type': 'application/json', 'Content-Length': String(BODY.length) };

test('during a shutdown, a request whose body is arriving is completed, and its connection is closed', async () => {
  const { port, provider, close } = await start(30_000);
  const connection = await openRawConnection(port, rawRequest('POST', LOG_EVENT, HEADERS) + BODY.slice(0, 20));
  await expect.poll(() => provider.metrics.text()).toMatch(/^oriel_bodies_open 1$/m);
  const closing = close();
  connection.socket.write(BODY.slice(20));
  await connection.closed;
  expect(connection.text()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*connection: close\r\n[^]*"accepted":1/i);
  await closing;
});

test('clients with sequential requests on a kept connection lose no request during a shutdown', async () => {
  const { port, close } = await start(30_000);
  const lost: string[] = [];
  let replied = 0;
  const client = async (): Promise<void> => {
    const connection = await openRawConnection(port);
    for (let sent = 1; ; sent++) {
      connection.socket.write(rawRequest('POST', LOG_EVENT, HEADERS) + BODY);
      const text = await connection.until(new RegExp(`(?:HTTP/1.1 200 [^]*?"responseContext"[^]*?){${sent}}`));
      if ((text.match(/HTTP\/1\.1 200 /g) ?? []).length < sent) lost.push(text.slice(-200));
      replied += 1;
      if (/connection: close/i.test(text) || lost.length > 0) return;
    }
  };
  const clients = Array.from({ length: 8 }, client);
  await expect.poll(() => replied).toBeGreaterThan(40);
  await close();
  await Promise.all(clients);
  expect(lost).toEqual([]);
});

test('during a shutdown, a large response in progress is sent completely', async () => {
  const { url, close } = await start(30_000);
  const response = await fetch(`${url}/media/demo/progressive-240.mp4`);
  const closing = close();
  const length = Number(response.headers.get('Content-Length'));
  expect((await response.arrayBuffer()).byteLength).toBe(length);
  await closing;
});

test('a provider that shuts down is healthy but no longer ready', async () => {
  const { provider } = await start(0);
  provider.endStreams();
  const ready = await provider.fetch(new Request('http://player.example/readyz'));
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ isReady: false, reasons: ['The provider is stopping.'] });
  expect((await provider.fetch(new Request('http://player.example/healthz'))).status).toBe(200);
});

interface Signals {
  send(signal: 'SIGINT' | 'SIGTERM'): void;
  readonly exits: number[];
  readonly clock: ReturnType<typeof createFakeClock>;
  finish(): void;
}

function openSignals(): Signals {
  const listeners = new Map<string, () => void>();
  const exits: number[] = [];
  const clock = createFakeClock();
  let finish = (): void => undefined;
  const source = {
    on: (signal: string, listener: () => void) => listeners.set(signal, listener),
    exit: (code: number) => exits.push(code),
  };
  stopOnSignal(source, clock, () => new Promise((resolve) => (finish = resolve)));
  return { send: (signal) => listeners.get(signal)?.(), exits, clock, finish: () => finish() };
}

test('after a signal, the process exits with 0 once all requests are done', async () => {
  const { send, exits, finish } = openSignals();
  send('SIGTERM');
  await settle();
  expect(exits).toEqual([]);
  finish();
  await settle();
  expect(exits).toEqual([0]);
});

test('a second signal ends the process at once, except within half a second, when npm forwards the first signal again', async () => {
  const { send, exits, clock } = openSignals();
  send('SIGINT');
  send('SIGINT');
  expect(exits).toEqual([]);
  await clock.advance(500);
  send('SIGINT');
  expect(exits).toEqual([130]);
});
