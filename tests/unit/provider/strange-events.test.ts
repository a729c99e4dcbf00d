import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { ObservationSummary } from '../../../protocol/provider/observation.ts';
import { batch, LOG_EVENT, VIDEO_STATS, wireEvent } from './support/events.ts';
import { openTestProvider, readJson, type TestProvider } from './support/test-provider.ts';
import { DROPPED_COUNT_MAX } from '../../../protocol/constants.ts';
import { EVENT_PAYLOAD_MAX_CHARACTERS } from '../../../protocol/events/events.ts';
import { EVENT_PLAUSIBLE_AGE_MAX_MS } from '../../../src/provider/logs/event-store.ts';
import { EVENT_TOTAL_ROWS_MAX } from '../../../src/provider/logs/event-statements.ts';
import { EVENT_RETENTION_MS } from '../../../src/provider/settings/limits.ts';
import { RETENTION_SWEEP_INTERVAL_MS } from '../../../src/provider/stores/retention.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };

async function summary(provider: TestProvider): Promise<ObservationSummary> {
  const response = await provider.get('/provider/api/summary');
  expect(response.status).toBe(200);
  return (await response.json()) as ObservationSummary;
}

async function storedEvents(provider: TestProvider, query = ''): Promise<Record<string, unknown>[]> {
  return (await (await provider.get(`/provider/api/events?${query}`)).json()) as Record<string, unknown>[];
}

test('lone surrogates anywhere in a batch are repaired, and every list can be read afterwards', async () => {
  const provider = await openTestProvider();
  const half = 'a\ud800b';
  const events = [
    wireEvent(1, { name: half, sequence: { id: half, index: 1 }, payload: { [half]: { [half]: [half] } } }),
    wireEvent(2),
  ];
  const client = { clientName: half, clientVersion: half, visitorData: half };
  const request = { ...batch([], { events }), context: { client }, serializedClientEventId: half };
  const response = await provider.post(LOG_EVENT, JSON.stringify(request), JSON_TYPE);
  expect(await readJson(response)).toMatchObject({ accepted: 2 });
  const [, stored] = await storedEvents(provider);
  expect(stored).toMatchObject({ name: 'a\ufffdb' });
  expect(JSON.parse(String(stored?.['payload']))).toEqual({ 'a\ufffdb': { 'a\ufffdb': ['a\ufffdb'] } });
  for (const list of ['sessions', 'batches', 'summary', 'errors'])
    expect((await provider.get(`/provider/api/${list}`)).status).toBe(200);
  expect((await summary(provider)).events.map(({ name }) => name).toSorted()).toEqual(['a\ufffdb', 'hostCommand']);
});

test('lone surrogates in calls and error reports are repaired before they are stored', async () => {
  const provider = await openTestProvider();
  const body = new URLSearchParams({ stack: `${'x'.repeat(3_999)}😀`, file: `${'y'.repeat(499)}😀` });
  const report = await provider.post(`/error_204?type=T&msg=${'m'.repeat(249)}😀`, body.toString(), {
    'Content-Type': 'application/x-www-form-urlencoded',
    Origin: 'https://elsewhere.example',
  });
  expect(report.status).toBe(204);
  const [stored] = (await (await provider.get('/provider/api/errors')).json()) as Record<string, unknown>[];
  expect(stored).toMatchObject({
    message: `${'m'.repeat(249)}\ufffd`,
    file: `${'y'.repeat(499)}\ufffd`,
    stack: `${'x'.repeat(3_999)}\ufffd`,
  });
});

test('a client version of megabytes is refused even if it compresses to a few kilobytes', async () => {
  const provider = await openTestProvider();
  const client = { clientName: 'x', clientVersion: '9'.repeat(3_900_000) };
  const packed = gzipSync(JSON.stringify({ ...batch([1]), context: { client } }));
  expect(packed.byteLength).toBeLessThan(10_000);
  const response = await provider.post(LOG_EVENT, packed, JSON_TYPE);
  expect(response.status).toBe(400);
  expect(await readJson(response)).toMatchObject({ error: { message: expect.stringContaining('clientVersion') } });
});

test('a payload that is too long is dropped, and its event and the other events are stored', async () => {
  const provider = await openTestProvider();
  const long = { name: 'x'.repeat(EVENT_PAYLOAD_MAX_CHARACTERS) };
  const events = [wireEvent(1, { payload: long }), wireEvent(2)];
  expect(await readJson(await provider.post(LOG_EVENT, batch([], { events })))).toMatchObject({ accepted: 2 });
  expect(await storedEvents(provider)).toMatchObject([{ payload: '{"name":"playVideo-2"}' }, { payload: '{}' }]);
  expect((await summary(provider)).events).toMatchObject([{ count: 2, unknownPayloads: 1 }]);
});

test.each([
  ['millions of lists', '[[],'.padEnd(4_000_000, '[],'), 413],
  ['millions of numbers', `[${'0,'.repeat(2_000_000)}0]`, 413],
  ['300 000 keys', `{${Array.from({ length: 300_000 }, (_, index) => `"k${index}":0`).join(',')}}`, 413],
  ['many numbers in many lines', Array.from({ length: 30 }, () => `[${'0,'.repeat(10_000)}0]`).join('\n'), 413],
  ['a million levels of nesting', '['.repeat(1_000_000), 400],
  ['a million brackets in an unterminated text', `"${'['.repeat(1_000_000)}`, 400],
])('a body with %s is refused before it is parsed', async (_, body, status) => {
  const provider = await openTestProvider();
  const response = await provider.post(LOG_EVENT, gzipSync(body), JSON_TYPE);
  expect(response.status).toBe(status);
  expect(await readJson(response)).toHaveProperty('error.message');
});

test('drop reasons of other client versions count as other', async () => {
  const provider = await openTestProvider();
  const dropped = [
    { reason: 'expired', count: 2 },
    { reason: 'of my own', count: 3 },
    { reason: 'of another', count: 4 },
  ];
  await provider.post(LOG_EVENT, { ...batch([1]), dropped });
  expect((await summary(provider)).clientDrops).toEqual([
    { reason: 'other', count: 7 },
    { reason: 'expired', count: 2 },
  ]);
});

test.each([0, -1, 1.5, DROPPED_COUNT_MAX + 1, Number.MAX_SAFE_INTEGER])(
  'a batch that reports %s dropped events is refused',
  async (count) => {
    const provider = await openTestProvider();
    const response = await provider.post(LOG_EVENT, { ...batch([1]), dropped: [{ reason: 'main', count }] });
    expect(response.status).toBe(400);
  },
);

test('unknown event names have separate totals up to a limit, known event names always have them', async () => {
  const provider = await openTestProvider();
  const count = EVENT_TOTAL_ROWS_MAX + 300;
  for (let start = 0; start < count; start += 100) {
    const events = Array.from({ length: 100 }, (_, index) =>
      wireEvent(start + index, { name: `name${start + index}`, tier: start + index }),
    );
    await provider.post(LOG_EVENT, batch([], { events }));
  }
  await provider.post(VIDEO_STATS, batch([90_001, 90_002]));
  const { events } = await summary(provider);
  expect(events.slice(0, 2)).toMatchObject([
    { name: 'other', tier: 0, count: 300 },
    { name: 'hostCommand', endpoint: 'video_stats', count: 2 },
  ]);
  expect(await storedEvents(provider, 'name=name1299')).toHaveLength(1);
});

test('an event older than the retention period is counted as expired and not stored', async () => {
  const provider = await openTestProvider();
  const nowMs = provider.clock.now();
  const ageOf = (ageMs: number, index: number) => wireEvent(index, { eventTimeMs: nowMs - ageMs });
  const events = [ageOf(EVENT_RETENTION_MS + 1, 1), ageOf(EVENT_RETENTION_MS - 1, 2)];
  const response = await provider.post(LOG_EVENT, batch([], { events, requestTimeMs: nowMs }));
  expect(await readJson(response)).toMatchObject({ accepted: 1, repeated: 1 });
  expect(await storedEvents(provider)).toHaveLength(1);
  expect((await summary(provider)).clientDrops).toEqual([{ reason: 'expired', count: 1 }]);
});

test.each([true, false])(
  'an event with an implausible time gets the time of its arrival (send time known: %s)',
  async (isDated) => {
    const provider = await openTestProvider();
    const nowMs = provider.clock.now();
    const events = [0, 1, nowMs - EVENT_PLAUSIBLE_AGE_MAX_MS - 1, nowMs * 2, -8.64e15].map((eventTimeMs, index) =>
      wireEvent(index, { eventTimeMs }),
    );
    const body = batch([], { events, ...(isDated && { requestTimeMs: nowMs }) });
    const response = await provider.post(LOG_EVENT, body);
    expect(await readJson(response)).toMatchObject({ accepted: events.length });
    const stored = await storedEvents(provider);
    expect(stored.map(({ eventTimeMs }) => eventTimeMs)).toEqual(events.map(() => nowMs));
  },
);

test('an event that is sent again after its deletion is not counted twice', async () => {
  const provider = await openTestProvider();
  const event = wireEvent(1, { eventTimeMs: provider.clock.now() });
  const sendNow = () => provider.post(LOG_EVENT, batch([], { events: [event], requestTimeMs: provider.clock.now() }));
  await sendNow();
  provider.clock.jumpWallClock(EVENT_RETENTION_MS);
  // A sweep takes several turns of the event loop, and the next sweep is due an hour later.
  const later = async (): Promise<unknown> => {
    await provider.clock.advance(RETENTION_SWEEP_INTERVAL_MS);
    return storedEvents(provider);
  };
  await expect.poll(later).toEqual([]);
  expect(await readJson(await sendNow())).toMatchObject({ accepted: 0 });
  expect((await summary(provider)).events).toMatchObject([{ name: 'hostCommand', count: 1 }]);
});
