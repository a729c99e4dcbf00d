import { expect, test } from 'vitest';
import { BATCH_MAX_EVENTS, BATCH_MIN_EVENTS, SMALL_BATCH_MAX_AGE_MS } from '../../../../../protocol/constants.ts';
import { EVENT_TIER } from '../../../../../protocol/events/event-tier.ts';
import {
  EventQueue,
  type FlushRule,
  type QueuedEvent,
} from '../../../../../workers/infrastructure/logging/event-queue.ts';

const RULE: FlushRule = { tierMin: 0, toEmpty: false, nowMs: 0, batchesPerRequestMax: 1 };

function queueOf(count: number, change: Partial<QueuedEvent> = {}): EventQueue {
  const queue = new EventQueue();
  for (let index = 0; index < count; index += 1) queue.add(makeEvent(change));
  return queue;
}

function makeEvent(change: Partial<QueuedEvent> = {}): QueuedEvent {
  return {
    id: 'id',
    endpoint: 'log_event',
    tier: EVENT_TIER.default,
    loggedAtMs: 0,
    text: '0123456789',
    queuedAtMs: 0,
    isDurable: true,
    skipRetry: false,
    ...change,
  };
}

/** Takes the next group, and returns the sizes of its batches. */
function nextSizes(queue: EventQueue, rule: Partial<FlushRule> = {}): number[] {
  const [group] = queue.takeGroups({ ...RULE, ...rule });
  return group?.batches.map((batch) => batch.length) ?? [];
}

test('a batch needs at least five events, unless the flush empties the queue [L3]', () => {
  expect(nextSizes(queueOf(BATCH_MIN_EVENTS - 1))).toEqual([]);
  expect(nextSizes(queueOf(BATCH_MIN_EVENTS))).toEqual([BATCH_MIN_EVENTS]);
  expect(nextSizes(queueOf(1), { toEmpty: true })).toEqual([1]);
  expect(nextSizes(queueOf(0), { toEmpty: true })).toEqual([]);
});

test('a small batch is taken once its oldest event has waited a minute [L3]', () => {
  const queue = queueOf(1, { queuedAtMs: 7_000 });
  queue.add(makeEvent({ queuedAtMs: 60_000 }));
  expect(nextSizes(queue, { nowMs: 7_000 + SMALL_BATCH_MAX_AGE_MS - 1 })).toEqual([]);
  expect(nextSizes(queue, { nowMs: 7_000 + SMALL_BATCH_MAX_AGE_MS })).toEqual([2]);
});

test('an event of the tier dispatchToEmpty is taken together with a small batch [L5]', () => {
  const queue = queueOf(1);
  queue.add(makeEvent({ tier: EVENT_TIER.dispatchToEmpty }));
  expect(nextSizes(queue)).toEqual([2]);
});

test.each([1, 9])('a full batch is taken with the rest, at %i batches a request [L3]', (batchesPerRequestMax) => {
  const queue = queueOf(BATCH_MAX_EVENTS + BATCH_MIN_EVENTS - 1);
  queue.add(makeEvent({ endpoint: 'video_stats' }));
  const groups = [...queue.takeGroups({ ...RULE, batchesPerRequestMax })];
  expect(groups.flatMap(({ batches }) => batches.map(({ length }) => length))).toEqual([100, 4]);
  expect(queue.size).toBe(1);
});

test('events below the minimum tier of a flush stay in the queue [L5]', () => {
  const queue = queueOf(3);
  queue.add(makeEvent({ tier: EVENT_TIER.fast }));
  expect(nextSizes(queue, { tierMin: EVENT_TIER.fast, toEmpty: true })).toEqual([1]);
  expect(queue.size).toBe(3);
});

test('batches share a request up to 480,000 characters, and a larger batch has its own request [L1, N19]', () => {
  const many = { batchesPerRequestMax: 9 };
  expect(nextSizes(queueOf(200, { text: 'x'.repeat(2_400) }), many)).toEqual([100, 100]);
  expect(nextSizes(queueOf(200, { text: 'x'.repeat(2_401) }), many)).toEqual([100]);
  expect(nextSizes(queueOf(200, { text: 'x'.repeat(4_801) }), many)).toEqual([100]);
});

test('taken events count as held until their group is released', () => {
  const queue = queueOf(6);
  expect([queue.size, queue.heldCount, queue.heldCharacters]).toEqual([6, 6, 60]);
  const [group] = queue.takeGroups(RULE);
  queue.add(makeEvent({ text: '123' }));
  expect([queue.size, queue.heldCount, queue.heldCharacters]).toEqual([1, 7, 63]);
  if (group !== undefined) queue.release(group);
  expect([queue.size, queue.heldCount, queue.heldCharacters]).toEqual([1, 1, 3]);
});

test('durableEvents lists the events on disk of both endpoints, and no events in memory', () => {
  const queue = queueOf(1, { id: 'a' });
  queue.add(makeEvent({ id: 'b', isDurable: false }));
  queue.add(makeEvent({ id: 'c', endpoint: 'video_stats' }));
  expect(queue.durableEvents().map(({ id }) => id)).toEqual(['a', 'c']);
});

test('events without retries share no request with other events [C7]', () => {
  const queue = queueOf(1);
  queue.add(makeEvent({ skipRetry: true }));
  queue.add(makeEvent());
  expect([...queue.takeGroups({ ...RULE, toEmpty: true })]).toMatchObject([
    { skipRetry: false, batches: [[{ skipRetry: false }, { skipRetry: false }]] },
    { skipRetry: true, batches: [[{ skipRetry: true }]] },
  ]);
  expect(queue.size).toBe(0);
});
