import { expect, test } from 'vitest';
import { createFakeClock, settle } from '../../../support/fake-clock.ts';
import { fromAddress, slowStorage } from '../support/slow-storage.ts';
import { openTestProvider } from '../support/test-provider.ts';

const EACH_MS = 20;
const QUESTION = `/youtubei/v1/received_events?sequence=${'f'.repeat(32)}.0-1`;
const [FLOODER, NEIGHBOUR, VIEWER] = ['203.0.113.1', '203.0.113.2', '198.51.100.1'];

async function lab() {
  const clock = createFakeClock();
  const { openStorage, calls } = slowStorage(clock, 'event_index', EACH_MS);
  const provider = await openTestProvider({ clock, defer: queueMicrotask, openStorage });
  const ask = async (address: string, signal?: AbortSignal): Promise<{ status: number; tookMs: number }> => {
    const beganMs = clock.monotonicNow();
    const request = new Request(new URL(QUESTION, 'http://player.example'), signal === undefined ? {} : { signal });
    const { status } = await provider.fetch(request, fromAddress(address));
    return { status, tookMs: clock.monotonicNow() - beganMs };
  };
  const flood = (count: number, address = FLOODER, signal?: AbortSignal) =>
    Promise.all(Array.from({ length: count }, () => ask(address, signal)));
  return { clock, provider, calls, ask, flood };
}

test('a query for a viewer waits for queries in progress, not for all waiting queries of another address', async () => {
  const { clock, ask, flood } = await lab();
  const others = flood(60);
  await settle();
  const own = ask(VIEWER);
  await clock.advance(60 * EACH_MS + 1_000);
  const { status, tookMs } = await own;
  expect([status, tookMs <= 11 * EACH_MS]).toEqual([200, true]);
  expect(new Set((await others).map((one) => one.status))).toEqual(new Set([200]));
});

test('a waiting query whose client has disconnected does not reach the database', async () => {
  const { clock, calls, flood } = await lab();
  const leaving = new AbortController();
  const others = flood(60, FLOODER, leaving.signal);
  await settle();
  expect(calls()).toBe(8);
  leaving.abort();
  await clock.advance(10_000);
  await others;
  expect(calls()).toBe(8);
});

test('queries that the database cannot run in time are refused and counted, and a viewer of another network is served', async () => {
  const { clock, provider, ask, flood } = await lab();
  const measured = flood(30);
  await clock.advance(30 * EACH_MS);
  await measured;
  const others = Promise.all([flood(70), flood(70, NEIGHBOUR)]);
  await settle();
  const own = ask(VIEWER);
  await clock.advance(10_000);
  const refused = (await others).flat().filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(50);
  expect((await own).status).toBe(200);
  expect(await provider.metrics.text()).toContain(`oriel_refusals_total{limit="overload_database"} ${refused.length}`);
});
