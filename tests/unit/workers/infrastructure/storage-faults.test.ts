import { expect, test } from 'vitest';
import { EVENT_TIER } from '../../../../protocol/events/event-tier.ts';
import { storageFault } from '../../../../workers/infrastructure/storage/storage-fault.ts';
import { idsIn, makeLine, Origin, type Tab } from '../../../support/pipeline-harness.ts';
import { LOG_ROWS_MAX, POTENTIAL_FAULTS_MAX } from '../../../../protocol/constants.ts';
import { QUOTA_PAUSE_MS } from '../../../../workers/infrastructure/storage/persistence.ts';

function failNext({ disk }: Tab, fault: Parameters<typeof storageFault>[0], times = 1): void {
  for (let count = 0; count < times; count += 1) disk.failures.push(storageFault(fault));
}

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
