import { expect, test } from 'vitest';
import { EVENT_PAYLOADS } from '../../../../protocol/events/events.ts';
import { TransactionSamples } from '../../../../workers/infrastructure/storage/transaction-samples.ts';
import { createSeededRandom } from '../../../support/fake-clock.ts';

function sampleShare(kind: 'put-events' | 'read'): number {
  const samples = new TransactionSamples(createSeededRandom(11));
  let taken = 0;
  for (let transaction = 0; transaction < 10_000; transaction += 1) {
    samples.note(kind, 3, true);
    taken += samples.take().length;
  }
  return taken / 10_000;
}

test('transactions are sampled at a rate of 0.2, and read-only transactions at 0.1 [S13]', () => {
  expect(sampleShare('put-events')).toBeCloseTo(0.2, 1);
  expect(sampleShare('put-events')).toBeGreaterThan(0.18);
  expect(sampleShare('read')).toBeGreaterThan(0.08);
  expect(sampleShare('read')).toBeLessThan(0.12);
});

test('a transaction sample has the weight of its sample rate, and is taken once [S13]', () => {
  const samples = new TransactionSamples({ ...createSeededRandom(), fraction: () => 0 });
  samples.note('take-request', 4.5, false);
  samples.note('read', 1, true);
  const taken = samples.take();
  expect(taken).toEqual([
    { kind: 'take-request', durationMs: 4.5, ok: false, sampleWeight: 5 },
    { kind: 'read', durationMs: 1, ok: true, sampleWeight: 10 },
  ]);
  for (const sample of taken) expect(EVENT_PAYLOADS.storageTransaction.safeParse(sample).success).toBe(true);
  expect(samples.take()).toEqual([]);
});

test('at most 20 transaction samples are kept until they are taken', () => {
  const samples = new TransactionSamples({ ...createSeededRandom(), fraction: () => 0 });
  for (let transaction = 0; transaction < 500; transaction += 1) samples.note('put-events', 1, true);
  expect(samples.take().length).toBeLessThanOrEqual(20);
});
