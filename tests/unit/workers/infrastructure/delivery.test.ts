import { expect, test } from 'vitest';
import { EVENT_TIER } from '../../../../protocol/infrastructure/event-tier.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { idsIn, makeLine, makeLines, Origin, type Tab } from '../../../support/pipeline-harness.ts';
import {
  MINIMUM_SEND_GAP_MS,
  OFFLINE_REQUEST_MAX_AGE_MS,
  PARKED_RETRY_BASE_MS,
  PARKED_RETRY_MAX_MS,
  REQUEST_MAX_AGE_MS,
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

test.each(['unreachable', { status: 500 }, { status: 503 }, { status: 403 }, { status: 429 }] as const)(
  'after %o a request is retried after exactly 5 s, once, and kept [S6]',
  async (treatment) => {
    const origin = new Origin();
    origin.collector.always = treatment;
    sendOne(origin.openTab());
    await origin.clock.advance(4_999);
    expect(attemptTimes(origin)).toEqual([0]);
    await origin.clock.advance(20_000);
    expect(attemptTimes(origin)).toEqual([0, 5_000]);
    expect(statuses(origin)).toEqual(['NEW']);
  },
);

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

test('parked requests are retried after 60 s × 2^k, ± 50 %, at most 30 min', async () => {
  const origin = new Origin();
  origin.collector.always = { status: 500 };
  sendOne(origin.openTab());
  await origin.clock.advance(6 * 3_600_000);
  const times = attemptTimes(origin).slice(1);
  const gaps = times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0));
  for (const [probe, gapMs] of gaps.entries()) {
    const ideal = PARKED_RETRY_BASE_MS * 2 ** probe;
    expect(gapMs).toBeGreaterThanOrEqual(Math.min(ideal * 0.5, PARKED_RETRY_MAX_MS));
    expect(gapMs).toBeLessThanOrEqual(Math.min(ideal * 1.5, PARKED_RETRY_MAX_MS) + 1);
  }
  expect(gaps.at(-1)).toBe(PARKED_RETRY_MAX_MS);
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

test.each([429, 503])('after %i with Retry-After no client retries sooner, and retries are spread', async (status) => {
  const comingMs: number[] = [];
  for (let member = 0; member < 20; member += 1) {
    const origin = new Origin();
    // Each tab has its own random number.
    for (let before = 0; before < member; before += 1) origin.openTab();
    origin.collector.treatments.push({ status, retryAfterMs: 240_000 });
    sendOne(origin.openTab());
    await origin.clock.advance(240_000 * 1.5 + 1);
    comingMs.push(attemptTimes(origin)[1] ?? Number.NaN);
  }
  expect(Math.min(...comingMs)).toBeGreaterThanOrEqual(240_000);
  expect(Math.max(...comingMs)).toBeLessThanOrEqual(240_000 * 1.5);
  expect(Math.max(...comingMs) - Math.min(...comingMs)).toBeGreaterThan(60_000);
});

test.each([0, -1, 5, 1_000])('a Retry-After of %i ms causes no hot loop: delays grow as without it', async (asked) => {
  const origin = new Origin();
  origin.collector.always = { status: 503, retryAfterMs: asked };
  sendOne(origin.openTab());
  await origin.clock.advance(3_600_000);
  const times = attemptTimes(origin);
  const gaps = times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0));
  expect(gaps[0]).toBeGreaterThanOrEqual(RETRY_DELAY_MS);
  for (const [index, gapMs] of gaps.slice(1).entries())
    expect(gapMs).toBeGreaterThanOrEqual(PARKED_RETRY_BASE_MS * 2 ** index);
  expect(times.length).toBeLessThan(9);
});

test.each([1_200_001, 1_500_000, 1_799_999, 1_800_000])(
  'a Retry-After of %i ms, near the cap, is a lower bound, and no retry is later than the cap [S6]',
  async (asked) => {
    for (let member = 0; member < 5; member += 1) {
      const origin = new Origin();
      // Each tab has its own random number.
      for (let before = 0; before < member; before += 1) origin.openTab();
      origin.collector.treatments.push({ status: 503, retryAfterMs: asked });
      sendOne(origin.openTab());
      await origin.clock.advance(PARKED_RETRY_MAX_MS + 1_000);
      const [firstMs = Number.NaN, againMs = Number.NaN] = attemptTimes(origin);
      expect(againMs - firstMs).toBeGreaterThanOrEqual(asked);
      expect(againMs - firstMs).toBeLessThanOrEqual(PARKED_RETRY_MAX_MS);
    }
  },
);

test.each([2_147_483_648, 8.64e15, 1e303])('a Retry-After of %d ms is capped at half an hour', async (asked) => {
  const origin = new Origin();
  origin.collector.treatments.push({ status: 503, retryAfterMs: asked });
  sendOne(origin.openTab());
  await origin.clock.advance(PARKED_RETRY_MAX_MS);
  const [firstMs = Number.NaN, againMs = Number.NaN] = attemptTimes(origin);
  expect(againMs - firstMs).toBe(PARKED_RETRY_MAX_MS);
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

test('two sends are at least 100 ms apart [S6]', async () => {
  const origin = new Origin();
  void origin.openTab().pipeline.add(makeLines(1_000));
  await origin.clock.advance(10_000);
  const times = attemptTimes(origin);
  const gaps = times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0));
  expect(gaps).toHaveLength(9);
  for (const gapMs of gaps) expect(gapMs).toBeGreaterThanOrEqual(MINIMUM_SEND_GAP_MS);
});

test.each([400, 415])('%i drops a request at once, and is reported [S7]', async (status) => {
  const origin = new Origin();
  const tab = origin.openTab();
  origin.collector.treatments.push({ status });
  const id = sendOne(tab);
  await origin.clock.advance(60_000);
  expect(origin.collector.attempts).toHaveLength(1);
  expect(origin.contents.requests.size).toBe(0);
  expect(tab.dropped).toMatchObject([{ eventIds: [id], reason: 'rejected', failure: { details: { status } } }]);
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

test('a request of 30 days is not sent [S6]', async () => {
  const origin = new Origin();
  const first = origin.openTab();
  origin.collector.always = 'unreachable';
  sendOne(first);
  await origin.clock.advance(10_000);
  first.crash();
  await origin.clock.advance(REQUEST_MAX_AGE_MS);
  const attempts = origin.collector.attempts.length;
  const second = origin.openTab();
  void second.pipeline.start();
  await origin.clock.advance(1_000);
  expect(second.dropped).toMatchObject([{ reason: 'expired' }]);
  expect(origin.collector.attempts).toHaveLength(attempts);
});

test('nothing expires when the clock jumps ahead while the page is open', async () => {
  const origin = new Origin();
  const tab = origin.openTab();
  origin.collector.always = 'unreachable';
  const id = sendOne(tab);
  await origin.clock.advance(10_000);
  origin.clock.jumpWallClock(40 * 86_400_000);
  origin.collector.always = null;
  tab.pipeline.revive();
  await origin.clock.advance(0);
  expect(tab.dropped).toEqual([]);
  expect(origin.collector.stored).toContain(id);
});

test('a request from the future counts as young', async () => {
  const origin = new Origin();
  const first = origin.openTab();
  origin.collector.always = 'unreachable';
  const id = sendOne(first);
  await origin.clock.advance(10_000);
  first.crash();
  origin.clock.jumpWallClock(-40 * 86_400_000);
  origin.collector.always = null;
  const second = origin.openTab();
  void second.pipeline.start();
  await origin.clock.advance(1_000);
  expect(origin.collector.stored).toContain(id);
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
