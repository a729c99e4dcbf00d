import { expect, test } from 'vitest';
import { Readiness } from '../../../../src/provider/operations/readiness.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { batch, LOG_EVENT } from '../support/events.ts';
import { openTestProvider } from '../support/test-provider.ts';

test('a complete provider is healthy and ready', async () => {
  const provider = await openTestProvider();
  expect(await (await provider.get('/healthz')).text()).toBe('ok\n');
  const ready = await provider.get('/readyz');
  expect([ready.status, ready.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  expect(await ready.json()).toEqual({ isReady: true, reasons: [], warnings: [] });
});

test('without built pages and videos the provider is healthy but not ready, with reasons', async () => {
  const whole = await openTestProvider();
  const provider = await openTestProvider({
    catalog: { ...whole.catalog, videos: new Map() },
    frontend: {
      template: () => Promise.resolve(undefined),
      hostScript: () => Promise.resolve(undefined),
      asset: () => Promise.resolve(undefined),
      thirdPartyNotices: () => Promise.resolve(undefined),
    },
  });
  expect((await provider.get('/healthz')).status).toBe(200);
  const ready = await provider.get('/readyz');
  expect(ready.status).toBe(503);
  expect(Number(ready.headers.get('Retry-After'))).toBeGreaterThanOrEqual(60);
  expect(await ready.json()).toEqual({
    isReady: false,
    reasons: ['The pages are not built.', 'The catalog has no videos.'],
    warnings: [],
  });
});

test('a provider whose database is closed is healthy but not ready', async () => {
  const provider = await openTestProvider();
  await provider.close();
  expect((await provider.get('/healthz')).status).toBe(200);
  expect(await (await provider.get('/readyz')).json()).toMatchObject({ reasons: ['The database does not work.'] });
});

test('a check that hangs counts as failed after 2 s, and concurrent readiness requests share one check', async () => {
  const clock = createFakeClock();
  let asked = 0;
  const hangs = (): Promise<undefined> => {
    asked += 1;
    return new Promise(() => undefined);
  };
  const readiness = new Readiness({ database: hangs }, clock);
  const responses = Array.from({ length: 50 }, () => readiness.reasons());
  await clock.advance(2_000);
  expect(new Set((await Promise.all(responses)).flat())).toEqual(
    new Set(['The database has not responded within 2 s.']),
  );
  expect(asked).toBe(1);
  void readiness.reasons();
  expect(asked).toBe(2);
});

test('metrics cover requests, bodies, events and refusals', async () => {
  const provider = await openTestProvider();
  await provider.post(LOG_EVENT, batch([1, 2]));
  await provider.post(LOG_EVENT, batch([2, 3]));
  await provider.post(LOG_EVENT, 'no JSON');
  await provider.get('/embed/orieldemo01');
  const response = await provider.get('/metrics');
  expect(response.headers.get('Content-Type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const lines = (await response.text()).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'oriel_requests_total{method="POST",kind="/youtubei/…/log_event",status="200"} 2',
      'oriel_requests_total{method="POST",kind="/youtubei/…/log_event",status="400"} 1',
      'oriel_request_duration_seconds_count{kind="/embed/…"} 1',
      'oriel_bodies_total{encoding="identity"} 2',
      'oriel_events_total{outcome="accepted"} 3',
      'oriel_events_total{outcome="repeated"} 1',
      'oriel_bodies_open 0',
      'oriel_database_calls_waiting 0',
    ]),
  );
});

test('metrics of the process are included if the setting enables them', async () => {
  const provider = await openTestProvider({ processMetrics: true });
  expect(await (await provider.get('/metrics')).text()).toMatch(/^process_resident_memory_bytes /m);
});

test('paths that clients invent do not create metrics', async () => {
  const provider = await openTestProvider();
  const count = async (): Promise<number> => (await (await provider.get('/metrics')).text()).split('\n').length;
  await provider.get('/a');
  await provider.get('/metrics');
  const before = await count();
  for (let index = 0; index < 50; index++) await provider.get(`/invented/${index}?x=${index}`);
  expect(await count()).toBe(before);
});

test('metrics require the operator password, health and readiness do not', async () => {
  const provider = await openTestProvider({ operatorPassword: 'secret' });
  const statuses = await Promise.all(
    ['/metrics', '/healthz', '/readyz'].map(async (path) => (await provider.get(path)).status),
  );
  expect(statuses).toEqual([401, 200, 200]);
});
