import { expect, test } from 'vitest';
import { EVENT_TIER } from '../../../../protocol/infrastructure/event-tier.ts';
import { storageFault } from '../../../../workers/infrastructure/storage/storage-fault.ts';
import { idsIn, makeLine, makeLines, Origin, type Tab } from '../../../support/pipeline-harness.ts';
import { LOG_ROWS_MAX, OFFLINE_REQUEST_MAX_AGE_MS, POTENTIAL_FAULTS_MAX } from '../../../../protocol/constants.ts';
import { QUOTA_PAUSE_MS } from '../../../../workers/infrastructure/storage/persistence.ts';

function failNext({ disk }: Tab, fault: Parameters<typeof storageFault>[0], times = 1): void {
  for (let count = 0; count < times; count += 1) disk.failures.push(storageFault(fault));
}

async function isSettled(promise: Promise<unknown>, { clock }: Origin): Promise<boolean> {
  let settled = false;
  void promise.then(() => (settled = true));
  await clock.advance(0);
  return settled;
}

test('an acknowledgement is sent when the events are on disk, before they are sent [X6]', async () => {
  const origin = new Origin();
  const { pipeline } = origin.openTab();
  origin.collector.always = 'unreachable';
  const stored = pipeline.add(makeLines(3));
  expect(origin.contents.events.size).toBe(0);
  expect(await isSettled(stored, origin)).toBe(true);
  expect(origin.contents.events.size).toBe(3);
});

test('without a disk an acknowledgement means delivered [X6]', async () => {
  const origin = new Origin();
  const { pipeline } = origin.openTab({ hasDisk: false });
  origin.collector.treatments.push('unreachable');
  const line = makeLine({ tier: EVENT_TIER.immediate });
  const stored = pipeline.add(line);
  await origin.clock.advance(4_999);
  expect(await isSettled(stored, origin)).toBe(false);
  await origin.clock.advance(1);
  expect(await isSettled(stored, origin)).toBe(true);
  expect([...origin.collector.stored]).toEqual(idsIn(line));
});

test('without a disk, events posted twice are sent once, and both posts are acknowledged', async () => {
  const origin = new Origin();
  const { pipeline } = origin.openTab({ hasDisk: false });
  const lines = makeLines(5);
  const first = pipeline.add(lines);
  const second = pipeline.add(lines);
  expect(await isSettled(second, origin)).toBe(false);
  await origin.clock.advance(5_000);
  expect([await isSettled(first, origin), await isSettled(second, origin)]).toEqual([true, true]);
  expect(origin.collector.repeated()).toEqual([]);
});

test('a full disk: expired requests are deleted, once', async () => {
  const origin = new Origin();
  const earlier = origin.openTab();
  earlier.network.online = false;
  void earlier.pipeline.add(makeLine({ tier: EVENT_TIER.immediate }));
  await origin.clock.advance(OFFLINE_REQUEST_MAX_AGE_MS + 1);
  earlier.crash();
  const tab = origin.openTab();
  tab.network.online = false;
  failNext(tab, 'quotaExceeded');
  void tab.pipeline.add(makeLine());
  await origin.clock.advance(0);
  expect(origin.contents.requests.size).toBe(0);
});

test('a batch that cannot be stored is sent from memory, and its events stay on disk until then', async () => {
  const origin = new Origin();
  const tab = origin.openTab();
  origin.collector.always = 'unreachable';
  void tab.pipeline.add(makeLines(5));
  await origin.clock.advance(0);
  failNext(tab, 'quotaExceeded');
  await origin.clock.advance(10_000);
  expect(origin.contents.events.size).toBe(5);
  origin.collector.always = null;
  tab.pipeline.revive();
  await origin.clock.advance(1_000);
  expect(origin.collector.stored.size).toBe(5);
  expect(origin.contents.events.size).toBe(0);
});

test('after ten faults nothing is stored any more and everything is sent from memory [S12]', async () => {
  const origin = new Origin();
  const tab = origin.openTab();
  failNext(tab, 'unknownAbort', POTENTIAL_FAULTS_MAX - 1);
  for (let fault = 1; fault < POTENTIAL_FAULTS_MAX; fault += 1) {
    void tab.pipeline.add(makeLine());
    await origin.clock.advance(0);
  }
  void tab.pipeline.add(makeLine());
  await origin.clock.advance(0);
  expect(origin.contents.events.size).toBe(1);
  failNext(tab, 'unknownAbort');
  void tab.pipeline.add(makeLine());
  await origin.clock.advance(QUOTA_PAUSE_MS * 2);
  const line = makeLine();
  void tab.pipeline.add(line);
  await origin.clock.advance(100);
  expect(origin.collector.stored).toContain(idsIn(line)[0]);
  expect(origin.contents.events.size).toBe(0);
});

test('data that is wiped under an open page is restored, events and requests', async () => {
  const origin = new Origin();
  const tab = origin.openTab();
  origin.collector.always = 'unreachable';
  const [waiting, unsent] = [makeLines(3), makeLine({ tier: EVENT_TIER.immediate })];
  void tab.pipeline.add(waiting);
  void tab.pipeline.add(unsent);
  await origin.clock.advance(1_000);
  origin.contents.events.clear();
  origin.contents.requests.clear();
  await tab.pipeline.restore();
  expect(origin.contents.events.size).toBe(3);
  tab.crash();
  origin.collector.always = null;
  const next = origin.openTab();
  void next.pipeline.start();
  await origin.clock.advance(0);
  void next.pipeline.flush();
  await origin.clock.advance(1_000);
  expect(origin.collector.stored).toEqual(new Set([...idsIn(waiting), ...idsIn(unsent)]));
});

test('requests in memory are sent after the disk was given up', async () => {
  const origin = new Origin();
  const tab = origin.openTab();
  tab.network.online = false;
  const line = makeLine({ tier: EVENT_TIER.immediate });
  void tab.pipeline.add(line);
  await origin.clock.advance(0);
  tab.disk.failures.push(...Array.from({ length: 50 }, () => storageFault('newerVersion')));
  tab.persistence.giveUp('The binary is incompatible with the database version');
  tab.network.online = true;
  tab.pipeline.revive();
  await origin.clock.advance(1_000);
  expect([...origin.collector.stored]).toEqual(idsIn(line));
});

test('at most 1000 rows: past them the oldest of the lowest tier is dropped and counted', async () => {
  const origin = new Origin();
  const tab = origin.openTab();
  tab.network.online = false;
  void tab.pipeline.add(makeLine({ tier: EVENT_TIER.immediate, note: 'first' }));
  await origin.clock.advance(0);
  for (let row = 0; row < LOG_ROWS_MAX + 20; row += 1) {
    void tab.pipeline.add(makeLine({ tier: EVENT_TIER.fast, note: String(row) }));
    await origin.clock.advance(1_100);
    expect(origin.contents.requests.size + origin.contents.events.size).toBeLessThanOrEqual(LOG_ROWS_MAX);
  }
  expect(tab.dropped.length).toBeGreaterThan(0);
  expect(new Set(tab.dropped.map(({ reason }) => reason))).toEqual(new Set(['capacity']));
  const tiers = [...origin.contents.requests.values()].map(({ tier }) => tier);
  expect(tiers).toContain(EVENT_TIER.immediate);
  tab.network.online = true;
  tab.pipeline.revive();
  await origin.clock.advance(300_000);
  void tab.pipeline.add(makeLine({ tier: EVENT_TIER.immediate }));
  await origin.clock.advance(1_000);
  const told = origin.collector.requests.flatMap(({ dropped = [] }) => dropped);
  const lost = tab.dropped.reduce((sum, { eventIds }) => sum + eventIds.length, 0);
  expect(told.reduce((sum, { count }) => sum + count, 0)).toBe(lost);
});
