import { expect, test } from 'vitest';
import { EVENT_TIER } from '../../../../protocol/events/event-tier.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { idsIn, makeLine, Origin, type Tab } from '../../../support/pipeline-harness.ts';
import {
  MINIMUM_SEND_GAP_MS,
  PARKED_RETRY_BASE_MS,
  PARKED_RETRY_MAX_MS,
  RETRY_DELAY_MS,
} from '../../../../protocol/constants.ts';

/** Adds an event that is sent at once, and returns its id. */
function sendOne({ pipeline }: Tab): string {
  const line = makeLine({ tier: EVENT_TIER.immediate });
  void pipeline.add(line);
  return idsIn(line)[0] ?? '';
}
test('a request is retried even if the retry timer fires slightly early [S6]', async () => {
  for (let lookMs = 0.05; lookMs < 1; lookMs += 0.05) {
    const clock = createFakeClock();
    let looks = 0;
    // In a browser, timers have whole milliseconds, and time passes between two reads of the clock.
    const browserClock = {
      ...clock,
      monotonicNow: () => clock.monotonicNow() + (looks += 1) * lookMs,
      after: (delayMs: number, task: () => void) => clock.after(Math.floor(delayMs), task),
    };
    const origin = new Origin(browserClock);
    origin.collector.treatments.push('unreachable');
    const id = sendOne(origin.openTab());
    await clock.advance(2 * RETRY_DELAY_MS);
    expect([...origin.collector.stored], `${lookMs} ms between two looks`).toEqual([id]);
  }
});

test('a parked request is not sent early when the page turns hidden, and is sent when the page is shown again [S6]', async () => {
  const origin = new Origin();
  const tab = origin.openTab();
  origin.collector.always = { status: 503 };
  const parked = sendOne(tab);
  await origin.clock.advance(RETRY_DELAY_MS + 1_000);
  origin.collector.always = null;
  void tab.pipeline.leave();
  await origin.clock.advance(1_000);
  expect([...origin.collector.stored]).toEqual([]);
  tab.pipeline.revive();
  await origin.clock.advance(1_000);
  expect([...origin.collector.stored]).toEqual([parked]);
});

test('a request that failed twice is sent again at the next page load [S6]', async () => {
  const origin = new Origin();
  origin.collector.always = { status: 500 };
  const first = origin.openTab();
  const id = sendOne(first);
  await origin.clock.advance(10_000);
  first.crash();
  origin.collector.always = null;
  const second = origin.openTab();
  void second.pipeline.start();
  await origin.clock.advance(1_000);
  expect(origin.collector.stored).toContain(id);
  expect(origin.contents.requests.size).toBe(0);
});

test.each([403, 404, 413, 500])(
  'a request that always gets the status %i blocks no other request, and is retried less than 12 times an hour',
  async (status) => {
    const origin = new Origin();
    const tab = origin.openTab();
    origin.collector.always = 'unreachable';
    const bad = sendOne(tab);
    for (let index = 0; index < 30; index += 1) {
      await origin.clock.advance(1);
      sendOne(tab);
    }
    await origin.clock.advance(10 * 60_000);
    const badRequest = [...origin.contents.requests.values()].find(({ eventIds }) => eventIds.includes(bad));
    origin.collector.always = null;
    origin.collector.refuse = (id) => (id === badRequest?.id ? { status } : null);
    const backAtMs = origin.clock.monotonicNow();
    await origin.clock.advance(PARKED_RETRY_MAX_MS * 2);
    expect(origin.collector.stored.size).toBe(30);
    const ofBad = origin.collector.attempts.filter(({ id, atMs }) => id === badRequest?.id && atMs > backAtMs);
    expect(ofBad.length).toBeLessThan(12);
    // The time from the first success to the last: a gap after each send, and the delays for a possible outage.
    const sentMs = origin.collector.attempts.filter(({ id, atMs }) => id !== badRequest?.id && atMs > backAtMs);
    const drainMs = (sentMs.at(-1)?.atMs ?? 0) - (sentMs[0]?.atMs ?? 0);
    const waitMs = status >= 500 ? 5 * PARKED_RETRY_BASE_MS : 0;
    expect(drainMs).toBeLessThan(31 * MINIMUM_SEND_GAP_MS + waitMs);
  },
);
