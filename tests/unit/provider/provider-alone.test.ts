import { expect, test } from 'vitest';
import { openStorage } from '../../../src/provider/storage/storage.ts';
import { batch, LOG_EVENT } from './support/events.ts';
import { openTestProvider } from './support/test-provider.ts';

test('a provider without features serves pages and stores events, and has no pages of the operator', async () => {
  const provider = await openTestProvider({ features: [], openStorage });
  const statuses: number[] = [];
  for (const path of ['/', '/embed/orieldemo01', '/provider', '/provider/viewers', '/provider/films', '/readyz'])
    statuses.push((await provider.get(path)).status);
  expect(statuses).toEqual([200, 200, 404, 404, 404, 200]);
  expect((await provider.post(LOG_EVENT, batch([1, 2]))).status).toBe(200);
  expect(await provider.metrics.text()).toContain('oriel_events_total{outcome="accepted"} 2');
});

test('a provider without a stream names the setting to remove', async () => {
  const opened = openTestProvider({ features: [], openStorage, natsUrl: 'nats://127.0.0.1:1' });
  await expect(opened).rejects.toThrow('This server has no stream of events: remove ORIEL_NATS_URL.');
});
