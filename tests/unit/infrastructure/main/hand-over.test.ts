import { expect, test } from 'vitest';
import { LOGGING, STORAGE } from '../../../../protocol/constants.ts';
import { EVENT_TIER, type EventTier } from '../../../../protocol/event-tiers.ts';
import { fail, succeed, type Outcome } from '../../../../protocol/outcome.ts';
import { createEventJournal } from '../../../../src/page/infrastructure/logging/event-journal.ts';
import { HandOver } from '../../../../src/page/infrastructure/logging/hand-over.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { FakeStorage } from '../../../support/fake-storage.ts';

interface Delivery {
  readonly lines: string;
  readonly lostCount: number;
  readonly atMs: number;
  settle(outcome: Outcome<unknown>): void;
}

function createHandOver() {
  const clock = createFakeClock();
  const storage = new FakeStorage();
  const deliveries: Delivery[] = [];
  const waiting: boolean[] = [];
  const handOver = new HandOver({
    clock,
    journal: createEventJournal(() => storage, 'logged-out', 'session'),
    afterTask: queueMicrotask,
    deliver: (lines, lostCount) =>
      new Promise((settle) => deliveries.push({ lines, lostCount, settle, atMs: clock.monotonicNow() })),
    onWaiting: (isWaiting) => waiting.push(isWaiting),
  });
  const log = (text: string, tier: EventTier = EVENT_TIER.default): void => handOver.add(text, tier);
  return { clock, storage, deliveries, waiting, handOver, log };
}

test('ordinary events leave together after 250 ms, fast ones a frame later, immediate ones at once', async () => {
  const { clock, deliveries, handOver, log } = createHandOver();
  handOver.open();
  log('a');
  log('b');
  await clock.advance(LOGGING.handOverIntervalMs - 1);
  expect(deliveries).toEqual([]);
  await clock.advance(1);
  log('c', EVENT_TIER.fast);
  await clock.advance(LOGGING.fastHandOverDelayMs);
  log('d', EVENT_TIER.immediate);
  expect(deliveries.map(({ lines }) => lines)).toEqual(['a\nb', 'c', 'd']);
});

test('a fast event takes along what waits, and moves the timer forward', async () => {
  const { clock, deliveries, handOver, log } = createHandOver();
  handOver.open();
  log('ordinary');
  log('fast', EVENT_TIER.fast);
  await clock.advance(LOGGING.fastHandOverDelayMs);
  expect(deliveries.map(({ lines }) => lines)).toEqual(['ordinary\nfast']);
});

test('64 events leave without waiting', () => {
  const { deliveries, handOver, log } = createHandOver();
  handOver.open();
  for (let index = 0; index < LOGGING.handOverMaxEvents; index += 1) log(String(index));
  expect(deliveries.map(({ lines }) => lines.split('\n').length)).toEqual([64]);
});

test('an event is in the journal when its task ends, and until it is acknowledged [X6]', async () => {
  const { clock, storage, deliveries, handOver, log } = createHandOver();
  handOver.open();
  log('a');
  await clock.advance(0);
  expect(storage.texts()).toEqual(['a']);
  await clock.advance(LOGGING.handOverIntervalMs);
  expect(storage.texts()).toEqual(['a']);
  deliveries[0]?.settle(succeed(undefined));
  await clock.advance(STORAGE.journalSweepDelayMs);
  expect(storage.texts()).toEqual([]);
  expect(clock.pendingCount()).toBe(0);
});

test('events of one task are one entry, whatever parcels they leave with', async () => {
  const { clock, storage, deliveries, handOver, log } = createHandOver();
  handOver.open();
  log('first');
  await clock.advance(0);
  for (let index = 0; index < LOGGING.handOverMaxEvents; index += 1) log(String(index));
  await clock.advance(0);
  expect(deliveries).toHaveLength(1);
  expect(storage.texts().map((text) => text.split('\n').length)).toEqual([1, LOGGING.handOverMaxEvents]);
  deliveries[0]?.settle(succeed(undefined));
  await clock.advance(STORAGE.journalSweepDelayMs);
  expect(deliveries).toHaveLength(2);
  expect(storage.texts().map((text) => text.split('\n').length)).toEqual([1, LOGGING.handOverMaxEvents]);
  deliveries[1]?.settle(succeed(undefined));
  await clock.advance(2 * STORAGE.journalSweepDelayMs);
  expect(storage.texts()).toEqual([]);
});

test('as long as there is more to write nothing is swept', async () => {
  const { clock, storage, deliveries, handOver, log } = createHandOver();
  handOver.open();
  for (let round = 0; round < 20; round += 1) {
    log(`round ${round}`);
    await clock.advance(LOGGING.handOverIntervalMs);
    deliveries.at(-1)?.settle(succeed(undefined));
    log(`more ${round}`);
    await clock.advance(0);
  }
  expect(storage.texts().length).toBeLessThan(5);
  expect(storage.texts().join()).toContain('more 19');
});

test('events that leave for good in a burst are in the journal up to its cap', async () => {
  const { clock, storage, log } = createHandOver();
  for (let index = 0; index < 1_000; index += 1) log('x'.repeat(500));
  await clock.advance(0);
  const used = storage.texts().join('').length;
  expect(used).toBeGreaterThan(STORAGE.journalMaxBytes * 0.8);
  expect(used).toBeLessThanOrEqual(STORAGE.journalMaxBytes);
});

test('events logged before the service runs wait in the mirror and go when it does [X6]', async () => {
  const { clock, deliveries, handOver, log } = createHandOver();
  log('early');
  await clock.advance(60_000);
  expect(deliveries).toEqual([]);
  handOver.open();
  expect(deliveries.map(({ lines }) => lines)).toEqual(['early']);
});

test('a new service gets what the dead one did not acknowledge, in order and unchanged [X6]', async () => {
  const { clock, deliveries, handOver, log } = createHandOver();
  handOver.open();
  log('a', EVENT_TIER.immediate);
  log('b', EVENT_TIER.immediate);
  deliveries[0]?.settle(succeed(undefined));
  deliveries[1]?.settle(fail('worker.unavailable', 'ended'));
  await clock.advance(0);
  handOver.open();
  expect(deliveries.map(({ lines }) => lines)).toEqual(['a', 'b', 'b']);
});

test('a hand-over that failed goes again after five seconds', async () => {
  const { clock, deliveries, handOver, log } = createHandOver();
  handOver.open();
  log('a', EVENT_TIER.immediate);
  deliveries[0]?.settle(fail('worker.timeout', 'silent'));
  await clock.advance(5_000);
  expect(deliveries.map(({ lines, atMs }) => [lines, atMs])).toEqual([
    ['a', 0],
    ['a', 5_000],
  ]);
});

test('a closed hand-over sends nothing and keeps everything', async () => {
  const { clock, deliveries, handOver, log } = createHandOver();
  handOver.open();
  log('a', EVENT_TIER.immediate);
  handOver.close();
  deliveries[0]?.settle(fail('worker.unavailable', 'ended'));
  log('b', EVENT_TIER.immediate);
  log('c');
  await clock.advance(60_000);
  expect(deliveries).toHaveLength(1);
  expect(handOver.unacknowledged()).toEqual(['a', 'b', 'c']);
  expect(clock.pendingCount()).toBe(0);
});

test('past its cap the mirror gives up the oldest, and the service is told how many', () => {
  const { deliveries, handOver, log } = createHandOver();
  log('x'.repeat(LOGGING.mirrorMaxCharacters), EVENT_TIER.immediate);
  log('young', EVENT_TIER.immediate);
  handOver.open();
  expect(deliveries.map(({ lines, lostCount }) => [lines, lostCount])).toEqual([['young', 1]]);
});

test('a loss that could not be told is told with the next hand-over', async () => {
  const { clock, deliveries, handOver, log } = createHandOver();
  log('x'.repeat(LOGGING.mirrorMaxCharacters + 1), EVENT_TIER.immediate);
  log('a', EVENT_TIER.immediate);
  handOver.open();
  deliveries[0]?.settle(fail('worker.timeout', 'silent'));
  await clock.advance(5_000);
  expect(deliveries.map(({ lostCount }) => lostCount)).toEqual([1, 1]);
});

test('says when somebody waits and when nobody does', async () => {
  const { clock, deliveries, waiting, handOver, log } = createHandOver();
  handOver.open();
  log('a', EVENT_TIER.immediate);
  log('b', EVENT_TIER.immediate);
  for (const { settle } of deliveries) settle(succeed(undefined));
  await clock.advance(0);
  expect(waiting).toEqual([true, false]);
});
