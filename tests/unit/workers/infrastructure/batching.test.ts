import { expect, test } from 'vitest';
import { EVENT_TIER } from '../../../../protocol/events/event-tier.ts';
import { idsIn, makeLine, makeLines, Origin } from '../../../support/pipeline-harness.ts';

test('an event of a higher tier is sent before stored requests [L5]', async () => {
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

test('a retried request has the same bytes, and its events keep their ids and order [L6]', async () => {
  const origin = new Origin();
  const { pipeline } = origin.openTab();
  const lines = makeLines(7);
  void pipeline.add(lines);
  origin.collector.treatments.push('unreachable');
  await origin.clock.advance(10_000);
  expect(origin.collector.requests[0]?.events).toEqual(lines.split('\n').map((line) => JSON.parse(line)));
  expect(origin.collector.attempts[0]?.body).toBe(origin.collector.attempts[1]?.body);
});

test('a pipeline that has sent its events has no timer', async () => {
  const origin = new Origin();
  const { pipeline } = origin.openTab();
  await pipeline.start();
  void pipeline.add(makeLines(5));
  await origin.clock.advance(20_000);
  expect(origin.clock.pendingCount()).toBe(0);
});

test('a flush sends all events and reports their number', async () => {
  const origin = new Origin();
  const { pipeline } = origin.openTab();
  void pipeline.add(makeLines(103));
  const flushed = pipeline.flush();
  await origin.clock.advance(1_000);
  expect(await flushed).toMatchObject({ sentEvents: 103, remainingEvents: 0 });
  expect(await settled(pipeline.flush(), origin)).toMatchObject({ sentEvents: 0 });
});

test('an event that is posted again is not sent twice', async () => {
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
