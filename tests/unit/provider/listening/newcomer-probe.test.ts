import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import {
  askAsNewcomer,
  NEWCOMER_PROBE_INTERVAL_MS,
  NewcomerProbe,
} from '../../../../src/provider/listening/newcomer-probe.ts';
import { createFakeClock, settle } from '../../../support/fake-clock.ts';

function createProbe() {
  const clock = createFakeClock();
  const waits: number[] = [];
  const asked: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
  const ask = (): Promise<void> => new Promise((resolve, reject) => void asked.push({ resolve, reject }));
  const probe = new NewcomerProbe({
    ask,
    clock,
    intervalMs: NEWCOMER_PROBE_INTERVAL_MS,
    onMeasured: (waitMs) => void waits.push(waitMs),
  });
  return { clock, waits, asked, probe };
}

test('the probe reports the wait of a served connection, and at each interval the wait so far of an unserved connection', async () => {
  const { clock, waits, asked } = createProbe();
  await clock.advance(NEWCOMER_PROBE_INTERVAL_MS + 40);
  asked[0]?.resolve();
  await settle();
  expect(waits).toEqual([40]);
  await clock.advance(3 * NEWCOMER_PROBE_INTERVAL_MS - 40);
  expect(asked).toHaveLength(2);
  expect(waits).toEqual([40, NEWCOMER_PROBE_INTERVAL_MS, 2 * NEWCOMER_PROBE_INTERVAL_MS]);
});

test('a closed probe sends no more requests', async () => {
  const { clock, asked, probe } = createProbe();
  probe.close();
  await clock.advance(3 * NEWCOMER_PROBE_INTERVAL_MS);
  expect(asked).toEqual([]);
  expect(clock.pendingCount()).toBe(0);
});

test.each([undefined, '127.0.0.1', '0.0.0.0'])(
  'each probe of a server that listens at %s requests /healthz on a new connection',
  async (host) => {
    const requests: IncomingMessage[] = [];
    const server = createServer((request, response) => {
      requests.push(request);
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    onTestFinished(() => void server.close());
    await askAsNewcomer(server.address() as AddressInfo);
    await askAsNewcomer(server.address() as AddressInfo);
    expect(requests.map(({ url }) => url)).toEqual(['/healthz', '/healthz']);
    expect(new Set(requests.map(({ socket }) => socket)).size).toBe(2);
  },
);
