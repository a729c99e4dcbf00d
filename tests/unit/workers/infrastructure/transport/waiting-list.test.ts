import { expect, test } from 'vitest';
import { OTHER_TAB_WAIT_MS, WaitingList } from '../../../../../workers/infrastructure/transport/waiting-list.ts';

const PARK = { kind: 'park', delayMs: 60_000 } as const;

function entry(id: string, { tier = 100, timestamp = 0, sizeBytes = 10 } = {}) {
  return { id, status: 'NEW', tier, timestamp, sizeBytes } as const;
}

function listOf(...entries: ReturnType<typeof entry>[]): WaitingList {
  const list = new WaitingList();
  for (const added of entries) list.add(added);
  return list;
}

/** The order in which the list is sent. */
function orderOf(list: WaitingList, nowMs = 0): string[] {
  const order: string[] = [];
  for (let id = list.next(nowMs); id !== null; id = list.next(nowMs)) {
    order.push(id);
    list.remove(id);
  }
  return order;
}

test('requests are sent by tier, the highest first, and within a tier the oldest first', () => {
  const list = listOf(
    entry('low', { timestamp: 1 }),
    entry('late', { tier: 300, timestamp: 5 }),
    entry('early', { tier: 300, timestamp: 2 }),
    entry('lower', { tier: 50, timestamp: 0 }),
  );
  expect(orderOf(list)).toEqual(['early', 'late', 'low', 'lower']);
});

test('the least important request is the oldest of the lowest tier, other than the request that is being sent', () => {
  const list = listOf(
    entry('late', { timestamp: 5 }),
    entry('early', { timestamp: 2 }),
    entry('latest', { timestamp: 9 }),
    entry('high', { tier: 300, timestamp: 0 }),
  );
  expect(list.leastImportant(null)).toBe('early');
  expect(list.leastImportant('early')).toBe('late');
  expect(listOf(entry('only')).leastImportant('only')).toBeNull();
});

test('a request waits for its retry delay, and other requests do not', () => {
  const list = listOf(entry('a'), entry('b'));
  list.failed('a', { kind: 'retry', delayMs: 5_000 }, 1_000);
  expect(list.nextDueMs(1_000)).toBe(6_000);
  expect(list.next(1_000)).toBe('b');
  list.remove('b');
  expect(list.next(5_999)).toBeNull();
  expect(list.next(6_000)).toBe('a');
  expect(list.nextDueMs(6_000)).toBeNull();
});

test('the parked request with the fewest attempts is the next probe', () => {
  const list = listOf(entry('urgent', { tier: 400 }), entry('ordinary'));
  list.failed('urgent', PARK, 0);
  list.failed('ordinary', PARK, 0);
  expect(list.next(60_000)).toBe('urgent');
  list.failed('urgent', PARK, 60_000);
  expect(list.next(120_000)).toBe('ordinary');
});

test('a request that was not parked yet is sent before parked requests', () => {
  const list = listOf(entry('parked', { tier: 400 }), entry('retried'));
  list.failed('parked', PARK, 0);
  list.failed('retried', { kind: 'retry', delayMs: 5_000 }, 0);
  list.failed('retried', { kind: 'retry', delayMs: 5_000 }, 5_000);
  expect(list.next(60_000)).toBe('retried');
});

test('failed probes of parked requests are counted, and reset by a success', () => {
  const list = listOf(entry('a'), entry('b'), entry('c'));
  list.failed('a', PARK, 0);
  list.failed('b', PARK, 0);
  expect(list.probesWith('c')).toBe(0);
  expect(list.probesWith('a')).toBe(1);
  list.failed('a', PARK, 60_000);
  expect([list.probesWith('a'), list.probesWith('c')]).toEqual([2, 1]);
  list.succeeded('c');
  expect([list.probesWith('a'), list.attemptsOf('a')]).toEqual([1, 2]);
});

test('one request’s retry delay does not extend the wait of parked requests', () => {
  const list = listOf(entry('a'), entry('b'));
  list.failed('b', PARK, 0);
  list.failed('a', { kind: 'retry', delayMs: 90_000 }, 0);
  expect(list.next(60_000)).toBe('b');
});

test('after a success all parked requests are due', () => {
  const list = listOf(entry('a'), entry('b'));
  list.failed('a', PARK, 0);
  expect(list.next(0)).toBe('b');
  list.succeeded('b');
  expect(list.next(0)).toBe('a');
  expect(list.size).toBe(1);
});

test('the attempts of a request are counted until it is removed', () => {
  const list = listOf(entry('a'));
  expect(list.attemptsOf('a')).toBe(0);
  list.failed('a', PARK, 0);
  list.failed('a', { kind: 'retry', delayMs: 0 }, 0);
  expect(list.attemptsOf('a')).toBe(2);
  list.remove('a');
  expect(list.attemptsOf('a')).toBe(0);
});

test('a request that another tab sends waits for a while, without counting an attempt', () => {
  const list = listOf(entry('a'));
  list.failed('a', PARK, 0);
  list.yieldTo('a', 1_000);
  expect(list.nextDueMs(1_000)).toBe(1_000 + OTHER_TAB_WAIT_MS);
  expect(list.next(1_000 + OTHER_TAB_WAIT_MS)).toBe('a');
  expect([list.attemptsOf('a'), list.probesWith('a')]).toEqual([1, 0]);
  const fresh = listOf(entry('b'));
  fresh.yieldTo('b', 0);
  expect([fresh.attemptsOf('b'), fresh.probesWith('b'), fresh.next(0)]).toEqual([0, 0, null]);
});

test('a new listing keeps the attempts and waits of requests it still has, and requests added since it began', () => {
  const list = listOf(entry('gone'), entry('kept'));
  list.failed('gone', PARK, 0);
  list.failed('kept', { kind: 'retry', delayMs: 5_000 }, 0);
  const listing = list.beginListing();
  list.add(entry('new'));
  list.replaceAll([entry('kept'), entry('of another tab')], listing);
  expect(list.size).toBe(3);
  expect([list.attemptsOf('kept'), list.attemptsOf('gone')]).toEqual([1, 0]);
  expect(orderOf(list)).toEqual(['new', 'of another tab']);
});
