import { expect, test } from 'vitest';
import { EVENT_TIER } from '../../../../protocol/events/event-tier.ts';
import { idsIn, makeLine, Origin } from '../../../support/pipeline-harness.ts';
import { QUEUED_REQUEST_MAX_AGE_MS } from '../../../../protocol/constants.ts';

const DAY_MS = 86_400_000;

/** An event that was logged `ageMs` ago by the wall clock of the origin. */
function lineOfAge(origin: Origin, ageMs: number): string {
  return makeLine({ eventTimeMs: origin.clock.now() - ageMs, tier: EVENT_TIER.immediate });
}

test('a line from a journal older than 30 days is acknowledged, counted and not sent [S6]', async () => {
  const origin = new Origin();
  const { pipeline } = origin.openTab();
  const [old, young] = [lineOfAge(origin, 30 * DAY_MS + 1), lineOfAge(origin, 30 * DAY_MS - 60_000)];
  const added = pipeline.add([old, young].join('\n'));
  await origin.clock.advance(1_000);
  // The old line is acknowledged as stored, so that main can discard it.
  expect(await added).toMatchObject({ durable: true, handedOverCount: 2 });
  expect([...origin.collector.stored]).toEqual(idsIn(young));
  expect(origin.collector.requests[0]?.dropped).toEqual([{ reason: 'expired', count: 1 }]);
  expect(origin.contents.events.size).toBe(0);
});

test('stored events of a dead page that are older than 30 days are deleted and counted', async () => {
  const origin = new Origin();
  const first = origin.openTab();
  first.network.online = false;
  const dead = makeLine({ eventTimeMs: origin.clock.now() });
  void first.pipeline.add(dead);
  await origin.clock.advance(0);
  first.crash();
  expect(origin.contents.events.size).toBe(1);
  await origin.clock.advance(30 * DAY_MS + 1);
  const second = origin.openTab();
  void second.pipeline.start();
  await origin.clock.advance(1_000);
  expect(origin.contents.events.size).toBe(0);
  void second.pipeline.add(lineOfAge(origin, 0));
  await origin.clock.advance(1_000);
  expect(origin.collector.stored).not.toContain(idsIn(dead)[0]);
  expect(origin.collector.requests[0]?.dropped).toEqual([{ reason: 'expired', count: 1 }]);
});

test('a request expires by the age of its event, not by the time at which the request was stored', async () => {
  const origin = new Origin();
  const first = origin.openTab();
  origin.collector.always = 'unreachable';
  void first.pipeline.add(lineOfAge(origin, 29 * DAY_MS));
  await origin.clock.advance(10_000);
  first.crash();
  await origin.clock.advance(DAY_MS);
  origin.collector.always = null;
  const second = origin.openTab();
  void second.pipeline.start();
  await origin.clock.advance(1_000);
  expect(second.dropped).toMatchObject([{ reason: 'expired' }]);
  expect(origin.collector.stored.size).toBe(0);
});

test('a malformed stored event is counted and deleted, and the other events are sent', async () => {
  const origin = new Origin();
  const first = origin.openTab();
  first.network.online = false;
  const lines = [makeLine(), makeLine()];
  void first.pipeline.add(lines.join('\n'));
  await origin.clock.advance(0);
  first.crash();
  const [id] = idsIn(lines[0] ?? '');
  const row = origin.contents.events.get(id ?? '');
  if (row !== undefined) origin.contents.events.set(row.id, { ...row, serialized: '{"half' });
  const second = origin.openTab();
  void second.pipeline.start();
  await origin.clock.advance(QUEUED_REQUEST_MAX_AGE_MS);
  expect([...origin.collector.stored]).toEqual(idsIn(lines[1] ?? ''));
  expect(origin.collector.requests[0]?.dropped).toEqual([{ reason: 'malformed', count: 1 }]);
  expect(origin.contents.events.size).toBe(0);
});
