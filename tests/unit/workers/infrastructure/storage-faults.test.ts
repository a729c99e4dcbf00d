import { expect, test } from 'vitest';
import { EVENT_TIER } from '../../../../protocol/events/event-tier.ts';
import { makeLine, Origin } from '../../../support/pipeline-harness.ts';
import { LOG_ROWS_MAX } from '../../../../protocol/constants.ts';

test('at most 1000 rows are stored, and past the limit requests of the lowest tier are dropped, counted and reported', async () => {
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
