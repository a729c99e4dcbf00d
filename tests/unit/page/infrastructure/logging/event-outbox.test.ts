import { expect, test } from 'vitest';
import { EVENT_TIER, type EventTier } from '../../../../../protocol/events/event-tier.ts';
import { fail, succeed, type Outcome } from '../../../../../protocol/runtime/outcome.ts';
import { createEventJournal } from '../../../../../src/page/infrastructure/logging/event-journal.ts';
import {
  FAST_POST_DELAY_MS,
  POST_INTERVAL_MS,
  POST_MAX_EVENTS,
  EventOutbox,
  JOURNAL_SWEEP_DELAY_MS,
} from '../../../../../src/page/infrastructure/logging/event-outbox.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createSpans } from '../../../../support/fake-spans.ts';
import { FakeStorage } from '../../../../support/fake-storage.ts';
import { MIRROR_REPEAT_DELAY_MS } from '../../../../../src/page/infrastructure/logging/batch-mirror.ts';

interface Delivery {
  readonly lines: string;
  readonly lostCount: number;
  readonly atMs: number;
  settle(outcome: Outcome<unknown>): void;
}

function createOutbox() {
  const clock = createFakeClock();
  const storage = new FakeStorage();
  const deliveries: Delivery[] = [];
  const waiting: boolean[] = [];
  const acknowledgedAtMs: number[] = [];
  const outbox = new EventOutbox({
    clock,
    journal: createEventJournal(() => storage, 'logged-out', 'session'),
    afterTask: queueMicrotask,
    spans: createSpans(clock, 'main'),
  });
  outbox.superviseBy({
    watch: () => waiting.push(outbox.isWaiting),
    noteServed: () => acknowledgedAtMs.push(clock.monotonicNow()),
  });
  const open = (): void =>
    outbox.open({
      deliver: (lines, lostCount) =>
        new Promise((settle) => deliveries.push({ lines, lostCount, settle, atMs: clock.monotonicNow() })),
    });
  const log = (text: string, tier: EventTier = EVENT_TIER.default): void => outbox.add(text, tier);
  return { clock, storage, deliveries, waiting, acknowledgedAtMs, outbox, open, log };
}

/** An outbox that has just posted: the next events wait for the interval. */
async function createBusyOutbox() {
  const created = createOutbox();
  created.open();
  created.log('before');
  await created.clock.advance(0);
  created.deliveries.splice(0)[0]?.settle(succeed(undefined));
  return created;
}

test('the events of a task after a pause are posted together when the task ends', async () => {
  const { clock, deliveries, log, open } = createOutbox();
  open();
  for (let round = 0; round < 2; round += 1) {
    log('a');
    log('b', EVENT_TIER.fast);
    expect(deliveries).toHaveLength(round);
    await clock.advance(0);
    expect(deliveries.map(({ lines }) => lines)[round]).toBe('a\nb');
    await clock.advance(POST_INTERVAL_MS);
  }
});

test('ordinary events are posted together after 250 ms, fast ones after a frame, immediate ones at once', async () => {
  const { clock, deliveries, log } = await createBusyOutbox();
  await clock.advance(50);
  log('a');
  log('b');
  await clock.advance(POST_INTERVAL_MS - 51);
  expect(deliveries).toEqual([]);
  await clock.advance(1);
  log('c', EVENT_TIER.fast);
  await clock.advance(FAST_POST_DELAY_MS);
  log('d', EVENT_TIER.immediate);
  expect(deliveries.map(({ lines }) => lines)).toEqual(['a\nb', 'c', 'd']);
});

test('a fast event is posted together with waiting ordinary events, after its shorter delay', async () => {
  const { clock, deliveries, log } = await createBusyOutbox();
  log('ordinary');
  log('fast', EVENT_TIER.fast);
  await clock.advance(FAST_POST_DELAY_MS);
  expect(deliveries.map(({ lines }) => lines)).toEqual(['ordinary\nfast']);
});

test('64 events are posted without waiting', () => {
  const { deliveries, log, open } = createOutbox();
  open();
  for (let index = 0; index < POST_MAX_EVENTS; index += 1) log(String(index));
  expect(deliveries.map(({ lines }) => lines.split('\n').length)).toEqual([64]);
});

test('a single event is in the journal from the end of its task until it is acknowledged [X6]', async () => {
  const { clock, storage, deliveries, log, open } = createOutbox();
  open();
  log('a');
  await clock.advance(0);
  expect(storage.texts()).toEqual(['a']);
  await clock.advance(POST_INTERVAL_MS);
  expect(storage.texts()).toEqual(['a']);
  deliveries[0]?.settle(succeed(undefined));
  await clock.advance(JOURNAL_SWEEP_DELAY_MS);
  expect(storage.texts()).toEqual([]);
  expect(clock.pendingCount()).toBe(0);
});

test('a closed outbox posts nothing and keeps all unacknowledged events', async () => {
  const { clock, deliveries, outbox, log, open } = createOutbox();
  open();
  log('a', EVENT_TIER.immediate);
  outbox.close();
  deliveries[0]?.settle(fail('worker.unavailable', 'ended'));
  log('b', EVENT_TIER.immediate);
  log('c');
  await clock.advance(60_000);
  expect(deliveries).toHaveLength(1);
  expect(outbox.unacknowledged()).toEqual(['a', 'b', 'c']);
  expect(clock.pendingCount()).toBe(0);
});

test('the outbox tells its supervisor when it begins and ceases to wait for acknowledgements, and each acknowledgement', async () => {
  const { clock, deliveries, waiting, acknowledgedAtMs, log, open } = createOutbox();
  open();
  for (const text of ['a', 'b', 'c']) log(text, EVENT_TIER.immediate);
  deliveries[0]?.settle(succeed(undefined));
  deliveries[1]?.settle(fail('storage.fault', 'no'));
  await clock.advance(10);
  expect([waiting, acknowledgedAtMs]).toEqual([[true], [0]]);
  deliveries[2]?.settle(succeed(undefined));
  await clock.advance(MIRROR_REPEAT_DELAY_MS);
  deliveries[3]?.settle(succeed(undefined));
  await clock.advance(0);
  expect(waiting).toEqual([true, false]);
  expect(acknowledgedAtMs).toHaveLength(3);
});
