import { expect, test } from 'vitest';
import { EVENT_TIER } from '../../../../protocol/infrastructure/event-tier.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { idsIn, makeLine, Origin, type Tab } from '../../../support/pipeline-harness.ts';
import {
  MINIMUM_SEND_GAP_MS,
  OFFLINE_REQUEST_MAX_AGE_MS,
  PARKED_RETRY_BASE_MS,
  PARKED_RETRY_MAX_MS,
  RETRY_DELAY_MS,
} from '../../../../protocol/constants.ts';
import { REFUSALS_MAX } from '../../../../protocol/constants.ts';

/** Starts one request. */
function sendOne({ pipeline }: Tab): string {
  const line = makeLine({ tier: EVENT_TIER.immediate });
  void pipeline.add(line);
  return idsIn(line)[0] ?? '';
}

const attemptTimes = (origin: Origin): number[] => origin.collector.attempts.map(({ atMs }) => atMs);
const statuses = (origin: Origin): string[] => [...origin.contents.requests.values()].map(({ status }) => status);

test('a request is QUEUED while it is sent, and deleted after success [S5]', async () => {
  const origin = new Origin();
  const tab = origin.openTab();
  let response = (_treatment: 'ok'): void => {};
  origin.collector.treatments.push(new Promise((resolve) => (response = resolve)));
  sendOne(tab);
  await origin.clock.advance(0);
  expect([...origin.contents.requests.values()]).toMatchObject([{ status: 'QUEUED', owner: tab.owner.name }]);
  response('ok');
  await origin.clock.advance(0);
  expect(origin.contents.requests.size).toBe(0);
});

test('a failed request is NEW again with one more attempt [S5]', async () => {
  const origin = new Origin();
  origin.collector.always = 'unreachable';
  sendOne(origin.openTab());
  await origin.clock.advance(0);
  expect([...origin.contents.requests.values()]).toMatchObject([{ status: 'NEW', sendCount: 1 }]);
});

test('a timer that fires slightly early loses no retry [S6]', async () => {
  for (let lookMs = 0.05; lookMs < 1; lookMs += 0.05) {
    const clock = createFakeClock();
    let looks = 0;
    // As in a browser: timers have whole milliseconds, and time passes between two reads of the clock.
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

test('a request stored during a listing is retried like any other [S6]', async () => {
  const origin = new Origin();
  origin.collector.treatments.push('unreachable');
  const tab = origin.openTab();
  const list = tab.disk.listRequests.bind(tab.disk);
  let endListing = (): void => {};
  tab.disk.listRequests = async () => {
    const listed = await list();
    await new Promise<void>((resolve) => (endListing = resolve));
    return listed;
  };
  void tab.pipeline.start();
  await origin.clock.advance(0);
  const id = sendOne(tab);
  await origin.clock.advance(0);
  expect(attemptTimes(origin)).toEqual([0]);
  endListing();
  await origin.clock.advance(5_000);
  expect(attemptTimes(origin)).toEqual([0, 5_000]);
  expect(origin.collector.stored).toContain(id);
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

test('the first parked request is a probe, the others follow after its success', async () => {
  const origin = new Origin();
  const tab = origin.openTab();
  origin.collector.always = { status: 500 };
  for (let index = 0; index < 4; index += 1) sendOne(tab);
  await origin.clock.advance(300_000);
  const probes = attemptTimes(origin).filter((atMs) => atMs > 30_000);
  expect(probes.length).toBeGreaterThan(1);
  for (const [index, atMs] of probes.slice(1).entries()) expect(atMs - (probes[index] ?? 0)).toBeGreaterThan(59_000);
  origin.collector.always = null;
  await origin.clock.advance(400_000);
  expect(origin.contents.requests.size).toBe(0);
});

test.each([401, 403, 404, 413, 431])(
  'after %i a request is retried for an hour, then dropped and counted [S7]',
  async (status) => {
    const origin = new Origin();
    const tab = origin.openTab();
    origin.collector.always = { status };
    const id = sendOne(tab);
    await origin.clock.advance(3_000_000);
    expect(tab.dropped).toEqual([]);
    await origin.clock.advance(3 * 3_600_000);
    expect(origin.collector.attempts).toHaveLength(REFUSALS_MAX);
    expect(tab.dropped).toMatchObject([{ eventIds: [id], reason: 'refused', failure: { details: { status } } }]);
    expect(origin.contents.requests.size).toBe(0);
    origin.collector.always = null;
    sendOne(tab);
    await origin.clock.advance(1_000);
    expect(origin.collector.requests[0]?.dropped).toEqual([{ reason: 'refused', count: 1 }]);
  },
);

test('refusals are counted across page loads, and outages are not refusals', async () => {
  const origin = new Origin();
  const first = origin.openTab();
  origin.collector.always = { status: 503 };
  sendOne(first);
  await origin.clock.advance(12 * 3_600_000);
  const others = origin.collector.attempts.length;
  expect(others).toBeGreaterThan(REFUSALS_MAX);
  first.crash();
  origin.collector.always = { status: 403 };
  for (let load = 0; load < REFUSALS_MAX / 2; load += 1) {
    expect(origin.contents.requests.size).toBe(1);
    const tab = origin.openTab();
    void tab.pipeline.start();
    await origin.clock.advance(10_000);
    tab.crash();
  }
  expect(origin.collector.attempts).toHaveLength(others + REFUSALS_MAX);
  expect(origin.contents.requests.size).toBe(0);
});

test.each([408, 425, 429, 500, 503])('%i never drops a request: it is temporary', async (status) => {
  const origin = new Origin();
  const tab = origin.openTab();
  origin.collector.always = { status };
  sendOne(tab);
  await origin.clock.advance(24 * 3_600_000);
  expect(tab.dropped).toEqual([]);
  expect(statuses(origin)).toEqual(['NEW']);
});

test.each([403, 404, 413, 500])(
  'a request that always gets %i blocks no other, and causes little load',
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
    // From the first success to the last: a pause between two sends, and one delay for a possible outage.
    const sentMs = origin.collector.attempts.filter(({ id, atMs }) => id !== badRequest?.id && atMs > backAtMs);
    const drainMs = (sentMs.at(-1)?.atMs ?? 0) - (sentMs[0]?.atMs ?? 0);
    const waitMs = status >= 500 ? 5 * PARKED_RETRY_BASE_MS : 0;
    expect(drainMs).toBeLessThan(31 * MINIMUM_SEND_GAP_MS + waitMs);
  },
);

test('parked requests are sent at once when the page is online or visible again', async () => {
  const origin = new Origin();
  const tab = origin.openTab();
  origin.collector.always = { status: 500 };
  sendOne(tab);
  await origin.clock.advance(10_000);
  origin.collector.always = null;
  tab.pipeline.revive();
  await origin.clock.advance(0);
  expect(origin.contents.requests.size).toBe(0);
});

test('nothing is sent while offline', async () => {
  const origin = new Origin();
  const tab = origin.openTab();
  tab.network.online = false;
  sendOne(tab);
  await origin.clock.advance(120_000);
  expect(origin.collector.attempts).toEqual([]);
  tab.network.online = true;
  tab.pipeline.revive();
  await origin.clock.advance(0);
  expect(origin.collector.attempts).toHaveLength(1);
});

test('events that the provider refused are reported with the next request', async () => {
  const origin = new Origin();
  const tab = origin.openTab();
  origin.collector.treatments.push({ status: 400 });
  sendOne(tab);
  await origin.clock.advance(1_000);
  sendOne(tab);
  await origin.clock.advance(1_000);
  expect(origin.collector.requests[0]?.dropped).toEqual([{ reason: 'rejected', count: 1 }]);
});

test('a request expires after 30 days, one stored offline after 24 hours [S6]', async () => {
  const origin = new Origin();
  const first = origin.openTab();
  origin.collector.always = 'unreachable';
  const online = sendOne(first);
  await origin.clock.advance(10_000);
  first.network.online = false;
  const offline = sendOne(first);
  await origin.clock.advance(0);
  first.crash();
  await origin.clock.advance(OFFLINE_REQUEST_MAX_AGE_MS + 1);
  origin.collector.always = null;
  const second = origin.openTab();
  void second.pipeline.start();
  await origin.clock.advance(1_000);
  await origin.clock.advance(1_000);
  expect(second.dropped).toMatchObject([{ eventIds: [offline], reason: 'expired' }]);
  expect([...origin.collector.stored]).toEqual([online]);
});

test('a lost response causes a retry of the same bytes, never a loss [X6]', async () => {
  const origin = new Origin();
  origin.collector.treatments.push('lost');
  const id = sendOne(origin.openTab());
  await origin.clock.advance(10_000);
  expect(origin.collector.arrivals.get(id)).toBe(2);
  const [first, second] = origin.collector.attempts;
  expect(second?.body).toBe(first?.body);
  expect(second?.id).toBe(first?.id);
});
