import { expect, test } from 'vitest';
import { openStorage } from '../../../src/provider/storage/storage.ts';
import { batch, LOG_EVENT } from './support/events.ts';
import { openTestProvider } from './support/test-provider.ts';

test('a provider without features serves pages and stores events, and has no operator pages', async () => {
  const provider = await openTestProvider({ features: [], openStorage });
  const statuses: number[] = [];
  for (const path of ['/', '/embed/orieldemo01', '/provider', '/provider/viewers', '/provider/films', '/readyz'])
    statuses.push((await provider.get(path)).status);
  expect(statuses).toEqual([200, 200, 404, 404, 404, 200]);
  expect((await provider.post(LOG_EVENT, batch([1, 2]))).status).toBe(200);
  expect(await provider.metrics.text()).toContain('oriel_events_total{outcome="accepted"} 2');
});

test('a provider without an event stream fails to open with ORIEL_NATS_URL, and the error says to remove it', async () => {
  const opened = openTestProvider({ features: [], openStorage, natsUrl: 'nats://127.0.0.1:1' });
  await expect(opened).rejects.toThrow('This server has no stream of events: remove ORIEL_NATS_URL.');
});
