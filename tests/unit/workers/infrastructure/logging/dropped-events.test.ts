import { expect, test } from 'vitest';
import { DROPPED_COUNT_MAX } from '../../../../../protocol/constants.ts';
import { DroppedCounter } from '../../../../../workers/infrastructure/logging/dropped-events.ts';

test('dropped events are added up by reason, and each count is taken once', () => {
  const dropped = new DroppedCounter();
  dropped.count('expired', 2);
  dropped.count('main', 1);
  dropped.count('expired', 3);
  dropped.count('refused', 0);
  expect(dropped.take()).toEqual([
    { reason: 'expired', count: 5 },
    { reason: 'main', count: 1 },
  ]);
  expect(dropped.take()).toEqual([]);
});

test('counts of dropped events that were restored from a lost request are taken again', () => {
  const dropped = new DroppedCounter();
  dropped.count('capacity', 1);
  dropped.restore([
    { reason: 'capacity', count: 2 },
    { reason: 'malformed', count: 4 },
  ]);
  dropped.restore(undefined);
  expect(dropped.take()).toEqual([
    { reason: 'capacity', count: 3 },
    { reason: 'malformed', count: 4 },
  ]);
});

test('a count of dropped events above the provider’s maximum is split over two requests', () => {
  const dropped = new DroppedCounter();
  dropped.count('main', DROPPED_COUNT_MAX + 7);
  expect(dropped.take()).toEqual([{ reason: 'main', count: DROPPED_COUNT_MAX }]);
  expect(dropped.take()).toEqual([{ reason: 'main', count: 7 }]);
  expect(dropped.take()).toEqual([]);
});
