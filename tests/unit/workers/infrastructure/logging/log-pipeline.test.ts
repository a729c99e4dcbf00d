import { expect, test } from 'vitest';
import {
  FIRST_FLUSH_DELAY_MS,
  FLUSH_INTERVAL_MS,
  MINIMUM_SEND_GAP_MS,
  QUEUED_REQUEST_MAX_AGE_MS,
  SMALL_BATCH_MAX_AGE_MS,
} from '../../../../../protocol/constants.ts';
import { EVENT_TIER } from '../../../../../protocol/events/event-tier.ts';
import { RECEIPT_GATHER_MS } from '../../../../../workers/infrastructure/transport/receipts.ts';
import { makeStoredEvent } from '../../../../support/log-store-contract.ts';
import { idsIn, makeLine, makeLines, Origin } from '../../../../support/pipeline-harness.ts';

const CLIENT = '{"clientName":"WEB_EMBEDDED_PLAYER","clientVersion":"1.0"}';
const urgentLine = (): string => makeLine({ tier: EVENT_TIER.immediate });

test('losses reported by a refused request are reported again by the next request', async () => {
  const origin = new Origin();
  const { pipeline } = origin.openTab();
  origin.collector.treatments.push({ status: 400 });
  void pipeline.add(urgentLine(), 7);
  await origin.clock.advance(1_000);
  void pipeline.add(urgentLine());
  await origin.clock.advance(1_000);
  expect(origin.collector.requests[0]?.dropped).toEqual([
    { reason: 'rejected', count: 1 },
    { reason: 'main', count: 7 },
  ]);
});

test.each([
  [400, [0]],
  [503, []],
])('after the response %i acknowledgements are posted at the times %j [S7]', async (status, posted) => {
  const origin = new Origin();
  const { pipeline, acknowledgedAt } = origin.openTab();
  origin.collector.treatments.push({ status });
  void pipeline.add(urgentLine());
  await origin.clock.advance(1_000);
  expect(acknowledgedAt).toEqual(posted);
});

test('without a disk the events of a refused request are acknowledged', async () => {
  const origin = new Origin();
  const { pipeline } = origin.openTab({ hasDisk: false });
  origin.collector.treatments.push({ status: 400 });
  const added = pipeline.add(urgentLine());
  await origin.clock.advance(1_000);
  expect(await added).toEqual({ durable: false, handedOverCount: 1 });
});

test('a stop ends the timers and requests of the pipeline, and releases its lock', async () => {
  const origin = new Origin();
  const tab = origin.openTab();
  void tab.pipeline.start();
  void tab.pipeline.add([makeLine(), makeLine({ tier: EVENT_TIER.fast })].join('\n'));
  origin.collector.always = 'unreachable';
  void tab.pipeline.add(urgentLine());
  await origin.clock.advance(0);
  expect(origin.clock.pendingCount()).toBeGreaterThan(1);
  tab.pipeline.stop();
  expect(origin.clock.pendingCount()).toBe(0);
  await origin.clock.advance(100_000);
  expect(origin.collector.attempts).toHaveLength(1);
  expect(await tab.owner.liveOwners()).toEqual(new Set());
});

test.each([
  ['an owner, in a browser without locks,', false, 'other'],
  ['no owner', true, undefined],
])('stored events of %s are adopted once they are older than two minutes', async (_whose, hasLocks, owner) => {
  const origin = new Origin();
  const { owner: _, ...event } = makeStoredEvent('e');
  const [young, old] = [makeLine(), makeLine()];
  for (const [line, ageMs] of [
    [young, QUEUED_REQUEST_MAX_AGE_MS],
    [old, QUEUED_REQUEST_MAX_AGE_MS + 1],
  ] as const) {
    const [id = ''] = idsIn(line);
    const timestamp = origin.clock.now() - ageMs;
    origin.contents.events.set(id, { ...event, id, timestamp, serialized: line, ...(owner ? { owner } : {}) });
  }
  void origin.openTab({ hasLocks }).pipeline.start();
  await origin.clock.advance(SMALL_BATCH_MAX_AGE_MS + 20_000);
  expect([...origin.collector.stored]).toEqual(idsIn(old));
  expect([...origin.contents.events.keys()]).toEqual(idsIn(young));
});

test('events of a dead page, adopted or from its journal, are sent with the first flush, however few they are [L3]', async () => {
  const origin = new Origin();
  const first = origin.openTab();
  void first.pipeline.start();
  const [left, journalled, own] = [
    makeLine(),
    makeLine({ session: 'd'.repeat(32), name: 'playbackFrames' }),
    makeLine(),
  ];
  void first.pipeline.add(left);
  await origin.clock.advance(0);
  first.crash();
  const { pipeline } = origin.openTab();
  void pipeline.start();
  void pipeline.add(journalled);
  await origin.clock.advance(FIRST_FLUSH_DELAY_MS + MINIMUM_SEND_GAP_MS);
  expect([...origin.collector.stored].sort()).toEqual(idsIn([left, journalled].join('\n')).sort());
  void pipeline.add(own);
  await origin.clock.advance(FLUSH_INTERVAL_MS);
  expect([...origin.collector.stored]).not.toContainEqual(idsIn(own)[0]);
});

test('an adopted event that main posts again is acknowledged and sent once', async () => {
  const origin = new Origin();
  const first = origin.openTab();
  void first.pipeline.start();
  const line = makeLine();
  void first.pipeline.add(line);
  await origin.clock.advance(0);
  first.crash();
  const { pipeline } = origin.openTab();
  void pipeline.start();
  await origin.clock.advance(0);
  const added = pipeline.add(line);
  await origin.clock.advance(SMALL_BATCH_MAX_AGE_MS + 20_000);
  expect(await added).toEqual({ durable: true, handedOverCount: 1 });
  expect(origin.collector.requests.map(({ events }) => events.length)).toEqual([1]);
});

test('a batch with one event that is not on disk stays in memory', async () => {
  const origin = new Origin();
  const tab = origin.openTab();
  tab.network.online = false;
  void tab.pipeline.add(makeLines(3));
  await origin.clock.advance(0);
  tab.persistence.giveUp('no disk any more');
  void tab.pipeline.add(makeLines(3));
  await origin.clock.advance(10_000);
  expect(origin.contents.requests.size).toBe(0);
  expect(origin.contents.events.size).toBe(3);
});

test('of a dead page’s journal only the events are sent that its beacon has not delivered', async () => {
  const origin = new Origin();
  const lines = makeLines(30, { session: 'd'.repeat(32) }).split('\n');
  origin.collector.take(`{"context":{"client":${CLIENT}},"events":[${lines.slice(0, 20).join(',')}]}`);
  const { pipeline } = origin.openTab();
  const taken = [pipeline.add(lines.slice(0, 15).join('\n')), pipeline.add(lines.slice(15).join('\n'))];
  await origin.clock.advance(SMALL_BATCH_MAX_AGE_MS);
  expect(await Promise.all(taken)).toEqual([15, 15].map((handedOverCount) => ({ durable: true, handedOverCount })));
  expect(origin.collector.questions).toHaveLength(1);
  expect(origin.collector.repeated()).toEqual([]);
  expect(origin.collector.stored.size).toBe(30);
});

test('stored events of a dead page are checked with the provider before they are sent, and deleted if they have arrived', async () => {
  const origin = new Origin();
  const dead = origin.openTab();
  void dead.pipeline.start();
  const lines = makeLines(12, { session: 'd'.repeat(32) });
  await Promise.all([dead.pipeline.add(lines), origin.clock.advance(RECEIPT_GATHER_MS)]);
  expect(origin.contents.events.size).toBe(12);
  dead.crash();
  origin.collector.take(`{"context":{"client":${CLIENT}},"events":[${lines.split('\n').join(',')}]}`);
  const next = origin.openTab();
  void next.pipeline.start();
  await origin.clock.advance(SMALL_BATCH_MAX_AGE_MS);
  expect([origin.contents.events.size, origin.collector.attempts]).toEqual([0, []]);
});
