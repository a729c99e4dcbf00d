import { expect, test } from 'vitest';
import { batch, LOG_EVENT, VIDEO_STATS } from './support/events.ts';
import { openTestProvider, type TestProvider } from './support/test-provider.ts';

const SCENARIOS = '/provider/api/scenarios';

async function withScenarios(...scenarios: object[]): Promise<TestProvider> {
  const provider = await openTestProvider({ scenarios: true });
  const response = await provider.post(SCENARIOS, JSON.stringify(scenarios), { 'Content-Type': 'application/json' });
  expect(response.status).toBe(200);
  return provider;
}

async function storedCount(provider: TestProvider): Promise<unknown> {
  return (await provider.get('/provider/api/events/count')).json();
}

test('the scenario API responds 404 unless it is enabled', async () => {
  const provider = await openTestProvider();
  expect((await provider.post(SCENARIOS, '[]', { 'Content-Type': 'application/json' })).status).toBe(404);
});

test('a status scenario applies to its path only and as often as requested, and nothing is stored', async () => {
  const fault = { kind: 'status', status: 503, retryAfterSeconds: 7 };
  const provider = await withScenarios({ path: 'log_event', times: 2, fault });
  const first = await provider.post(LOG_EVENT, batch([1]));
  expect([first.status, first.headers.get('Retry-After')]).toEqual([503, '7']);
  expect((await provider.post(VIDEO_STATS, batch([2]))).status).toBe(200);
  expect((await provider.post(LOG_EVENT, batch([1]))).status).toBe(503);
  expect(await storedCount(provider)).toEqual({ count: 1 });
  expect((await provider.post(LOG_EVENT, batch([1]))).status).toBe(200);
});

test('a late-answer scenario stores the events before its delay, a slow scenario stores them after the delay', async () => {
  for (const [kind, storedMeanwhile] of [
    ['late-answer', 1],
    ['slow', 0],
  ] as const) {
    const provider = await withScenarios({ path: 'log_event', fault: { kind, delayMs: 5_000 } });
    const timers = provider.clock.pendingCount();
    const response = provider.post(LOG_EVENT, batch([1]));
    await expect.poll(() => provider.clock.pendingCount()).toBeGreaterThan(timers);
    expect(await storedCount(provider)).toEqual({ count: storedMeanwhile });
    await provider.clock.advance(5_000);
    expect((await response).status).toBe(200);
    expect(await storedCount(provider)).toEqual({ count: 1 });
  }
});

test('an invalid scenario is refused with the name of the invalid field', async () => {
  const provider = await openTestProvider({ scenarios: true });
  const body = JSON.stringify([{ path: 'x', fault: { kind: 'status', status: 200 } }]);
  const response = await provider.post(SCENARIOS, body, { 'Content-Type': 'application/json' });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('0.fault.status');
});
