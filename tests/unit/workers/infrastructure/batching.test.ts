import { expect, test } from 'vitest';
import { EVENT_TIER } from '../../../../protocol/infrastructure/event-tier.ts';
import { idsIn, makeLine, makeLines, Origin } from '../../../support/pipeline-harness.ts';
import { FIRST_FLUSH_DELAY_MS, FLUSH_AT_QUEUED_EVENTS } from '../../../../protocol/constants.ts';

/** Sizes of the batches that the provider received, in order. */
function batchSizes(origin: Origin): number[] {
  return origin.collector.requests.map(({ events }) => events.length);
}

test('a provider that accepts several batches gets a long queue in one request [L1]', async () => {
  const origin = new Origin();
  const { pipeline } = origin.openTab({ settings: { logBatchesPerRequestMax: 10 } });
  void pipeline.add([makeLines(253), makeLines(150, { name: 'playbackFrames' })].join('\n'));
  await origin.clock.advance(FIRST_FLUSH_DELAY_MS + 1_000);
  expect(batchSizes(origin)).toEqual([100, 100, 53, 100, 50]);
  expect(origin.collector.attempts).toHaveLength(2);
  const ids = origin.collector.requests.map(({ serializedClientEventId }) => serializedClientEventId);
  expect(new Set(ids).size).toBe(5);
});

test('each endpoint has its own queue [L1]', async () => {
  const origin = new Origin();
  const { pipeline } = origin.openTab();
  void pipeline.add([makeLines(5), makeLines(5, { name: 'playbackFrames' })].join('\n'));
  await origin.clock.advance(5_000);
  const names = origin.collector.requests.map(({ events }) => [...new Set(events.map(({ name }) => name))]);
  expect(names).toEqual([['hostCommand'], ['playbackFrames']]);
});

test('each identity has its own queue [L1]', async () => {
  const ann = new Origin();
  const bob = new Origin(ann.clock);
  void ann.openTab().pipeline.add(makeLines(5));
  void bob.openTab().pipeline.add(makeLines(6));
  await ann.clock.advance(5_000);
  expect([batchSizes(ann), batchSizes(bob)]).toEqual([[5], [6]]);
});

test('1000 queued events flush at once [L2]', async () => {
  const origin = new Origin();
  const { pipeline } = origin.openTab();
  void pipeline.add(makeLines(FLUSH_AT_QUEUED_EVENTS - 1));
  await origin.clock.advance(0);
  expect(origin.contents.requests.size).toBe(0);
  void pipeline.add(makeLine());
  await origin.clock.advance(0);
  expect(origin.contents.requests.size + origin.collector.requests.length).toBe(10);
});

test('tier 0 is the default [L5]', async () => {
  const origin = new Origin();
  const { pipeline } = origin.openTab();
  void pipeline.add(makeLines(5, { tier: EVENT_TIER.unspecified }));
  await origin.clock.advance(1_999);
  expect(batchSizes(origin)).toEqual([]);
  await origin.clock.advance(1);
  expect(batchSizes(origin)).toEqual([5]);
});

test('dispatch to empty continues until the queue is empty [L5]', async () => {
  const origin = new Origin();
  const { pipeline } = origin.openTab();
  void pipeline.add([makeLines(101), makeLine({ tier: EVENT_TIER.dispatchToEmpty })].join('\n'));
  await origin.clock.advance(FIRST_FLUSH_DELAY_MS + 1_000);
  expect(batchSizes(origin)).toEqual([100, 2]);
});

test('a higher tier overtakes stored requests [L5]', async () => {
  const origin = new Origin();
  const tab = origin.openTab();
  tab.network.online = false;
  void tab.pipeline.add(makeLines(300));
  void tab.pipeline.add(makeLine({ tier: EVENT_TIER.immediate, note: 'urgent' }));
  await origin.clock.advance(3_000);
  tab.network.online = true;
  tab.pipeline.revive();
  await origin.clock.advance(0);
  expect(origin.collector.requests[0]?.events[0]?.payload).toEqual({ name: 'nurgent' });
});

test('ids, order and bytes of events never change [L6]', async () => {
  const origin = new Origin();
  const { pipeline } = origin.openTab();
  const lines = makeLines(7);
  void pipeline.add(lines);
  origin.collector.treatments.push('unreachable');
  await origin.clock.advance(10_000);
  expect(origin.collector.requests[0]?.events).toEqual(lines.split('\n').map((line) => JSON.parse(line)));
  expect(origin.collector.attempts[0]?.body).toBe(origin.collector.attempts[1]?.body);
});

test('an idle pipeline has no timer', async () => {
  const origin = new Origin();
  const { pipeline } = origin.openTab();
  await pipeline.start();
  void pipeline.add(makeLines(5));
  await origin.clock.advance(20_000);
  expect(origin.clock.pendingCount()).toBe(0);
});

test('malformed lines are skipped, counted, and reported with the next request', async () => {
  const origin = new Origin();
  const { pipeline } = origin.openTab();
  void pipeline.add(['not json', '{"clientEventId":"short"}', makeLines(5)].join('\n'), 3);
  await origin.clock.advance(5_000);
  expect(origin.collector.requests[0]?.dropped).toEqual([
    { reason: 'malformed', count: 2 },
    { reason: 'main', count: 3 },
  ]);
});

test('a flush sends everything and counts it', async () => {
  const origin = new Origin();
  const { pipeline } = origin.openTab();
  void pipeline.add(makeLines(103));
  const flushed = pipeline.flush();
  await origin.clock.advance(1_000);
  expect(await flushed).toMatchObject({ sentEvents: 103, remainingEvents: 0 });
  expect(await settled(pipeline.flush(), origin)).toMatchObject({ sentEvents: 0 });
});

test('a flush reports what remains', async () => {
  const origin = new Origin();
  const { pipeline } = origin.openTab();
  origin.collector.always = { status: 503 };
  void pipeline.add(makeLines(7));
  expect(await settled(pipeline.flush(), origin)).toMatchObject({ sentEvents: 0, remainingEvents: 7 });
});

test('an event that is posted again is not stored twice', async () => {
  const origin = new Origin();
  const { pipeline } = origin.openTab();
  const lines = makeLines(5);
  void pipeline.add(lines);
  await origin.clock.advance(5_000);
  await pipeline.add(lines);
  await origin.clock.advance(70_000);
  expect(origin.collector.repeated()).toEqual([]);
  expect(idsIn(lines).every((id) => origin.collector.stored.has(id))).toBe(true);
});

async function settled<T>(promise: Promise<T>, { clock }: Origin): Promise<T> {
  await clock.advance(2_000);
  return promise;
}
