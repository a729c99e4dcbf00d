import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { LogResponse } from '../../../protocol/provider/logging.ts';
import { ReceivedEvents } from '../../../protocol/provider/received-events.ts';
import { ProviderError } from '../../../protocol/provider/identity.ts';
import { batch, LOG_EVENT, VIDEO_STATS, wireEvent } from './support/events.ts';
import { fromAddress } from './support/slow-storage.ts';
import { openTestProvider, readJson, type TestProvider } from './support/test-provider.ts';
import { DECOMPRESSED_BODY_MAX_BYTES, REQUEST_BODY_MAX_BYTES } from '../../../src/provider/settings/limits.ts';

async function storedIds(provider: TestProvider): Promise<string[]> {
  const response = await provider.get('/provider/api/events?limit=1000');
  return ((await response.json()) as { clientEventId: string }[]).map((event) => event.clientEventId).toReversed();
}

async function expectRefusal(response: Response, status: number): Promise<string> {
  expect(response.status).toBe(status);
  return ProviderError.parse(await readJson(response)).error.message;
}

test('log_event stores a batch and returns how many of its events were new [N4]', async () => {
  const provider = await openTestProvider();
  const response = await provider.post(LOG_EVENT, batch([1, 2, 3]));
  expect(response.status).toBe(200);
  expect(LogResponse.parse(await readJson(response))).toMatchObject({ accepted: 3, repeated: 0 });
  expect(await storedIds(provider)).toEqual([1, 2, 3].map((index) => wireEvent(index).clientEventId));
});

test('video_stats accepts the same batches and stores them separately from log_event [N5]', async () => {
  const provider = await openTestProvider();
  await provider.post(VIDEO_STATS, batch([1]));
  const count = async (endpoint: string): Promise<unknown> =>
    (await provider.get(`/provider/api/events/count?endpoint=${endpoint}`)).json();
  expect(await count('video_stats')).toEqual({ count: 1 });
  expect(await count('log_event')).toEqual({ count: 0 });
});

test('a gzip body is recognised by its Content-Encoding or by its first bytes', async () => {
  const provider = await openTestProvider();
  const packed = gzipSync(JSON.stringify(batch([1])));
  const named = await provider.post(LOG_EVENT, packed, {
    'Content-Encoding': 'gzip',
    'Content-Type': 'application/json',
  });
  const beacon = await provider.post(LOG_EVENT, gzipSync(JSON.stringify(batch([2]))), { 'Content-Type': 'text/plain' });
  expect([named.status, beacon.status]).toEqual([200, 200]);
  const [log] = (
    (await (await provider.get('/provider/api/summary')).json()) as { logs: { wireBytes: number; rawBytes: number }[] }
  ).logs;
  expect(log?.wireBytes).toBeLessThan(log?.rawBytes ?? 0);
});

test('a body with one invalid line is refused as a whole, so that nothing is partially stored', async () => {
  const provider = await openTestProvider();
  const body = `${JSON.stringify(batch([1]))}\n{"events":[]}`;
  await expectRefusal(await provider.post(LOG_EVENT, body, { 'Content-Type': 'text/plain' }), 400);
  expect(await storedIds(provider)).toEqual([]);
});

test.each([
  ['broken JSON', '{'],
  ['an empty text', ''],
  ['an array', '[]'],
  ['null', 'null'],
  ['no events', JSON.stringify(batch([]))],
  ['too many events', JSON.stringify(batch(Array.from({ length: 101 }, (_, index) => index)))],
  ['an event id of another form', JSON.stringify(batch([], { events: [wireEvent(1, { clientEventId: 'x' })] }))],
  ['no client', JSON.stringify({ ...batch([1]), context: {} })],
])('a log_event body is refused with 400 and a message: %s', async (_, body) => {
  const provider = await openTestProvider();
  const message = await expectRefusal(
    await provider.post(LOG_EVENT, body, { 'Content-Type': 'application/json' }),
    400,
  );
  expect(message.length).toBeGreaterThan(5);
});

test('the refusal of a batch names the invalid field', async () => {
  const provider = await openTestProvider();
  const bad = batch([], { events: [wireEvent(1), wireEvent(2, { clientEventId: 'x' })] });
  const message = await expectRefusal(await provider.post(LOG_EVENT, bad), 400);
  expect(message).toContain('events.1.clientEventId');
  expect(message).toContain('a session of 32 hexadecimal digits');
});

test('a body that is too large as sent, or once decompressed, is refused with 413', async () => {
  const provider = await openTestProvider();
  const json = { 'Content-Type': 'application/json' };
  const large = 'x'.repeat(REQUEST_BODY_MAX_BYTES + 1);
  await expectRefusal(await provider.post(LOG_EVENT, large, json), 413);
  const bomb = gzipSync(Buffer.alloc(DECOMPRESSED_BODY_MAX_BYTES + 1, 0x20));
  expect(bomb.byteLength).toBeLessThan(10_000);
  await expectRefusal(await provider.post(LOG_EVENT, bomb, json), 413);
});

test('a streamed body without a length is refused with 413 once it passes the limit', async () => {
  const provider = await openTestProvider();
  const chunk = new Uint8Array(300_000).fill(0x20);
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      sent += 1;
      if (sent > 50) controller.close();
      else controller.enqueue(chunk);
    },
  });
  const init = { method: 'POST', body, duplex: 'half', headers: { 'Content-Type': 'application/json' } } as RequestInit;
  const response = await provider.fetch(new Request(`http://player.example${LOG_EVENT}`, init));
  await expectRefusal(response, 413);
  expect(sent).toBeLessThan(20);
});

test('an unsupported content type or encoding is refused with 415', async () => {
  const provider = await openTestProvider();
  const body = JSON.stringify(batch([1]));
  await expectRefusal(await provider.post(LOG_EVENT, body, { 'Content-Type': 'application/xml' }), 415);
  const encoded = await provider.post(LOG_EVENT, body, {
    'Content-Type': 'application/json',
    'Content-Encoding': 'br',
  });
  await expectRefusal(encoded, 415);
  expect(encoded.headers.get('Accept-Encoding')).toBe('gzip, identity');
});

test('damaged gzip and bytes that are not text are refused with 400', async () => {
  const provider = await openTestProvider();
  const json = { 'Content-Type': 'application/json' };
  const packed = gzipSync(JSON.stringify(batch([1])));
  await expectRefusal(await provider.post(LOG_EVENT, packed.subarray(0, packed.length - 9), json), 400);
  await expectRefusal(await provider.post(LOG_EVENT, '{}', { ...json, 'Content-Encoding': 'gzip' }), 400);
  await expectRefusal(await provider.post(LOG_EVENT, new Uint8Array([0xff, 0xfe, 0x00]), json), 400);
});

test("an event's time is corrected by the skew of the client's clock, from body or header", async () => {
  const provider = await openTestProvider();
  const aheadMs = provider.clock.now() + 3_600_000;
  await provider.post(
    LOG_EVENT,
    batch([], { requestTimeMs: aheadMs, events: [wireEvent(1, { eventTimeMs: aheadMs - 50 })] }),
  );
  await provider.post(LOG_EVENT, batch([], { events: [wireEvent(2, { eventTimeMs: aheadMs - 70 })] }), {
    'X-Goog-Request-Time': String(aheadMs),
  });
  const events = (await (await provider.get('/provider/api/events')).json()) as { eventTimeMs: number }[];
  expect(events.map((event) => event.eventTimeMs - provider.clock.now())).toEqual([-70, -50]);
});

test('an event of an unknown name or shape is stored, and counted as such', async () => {
  const provider = await openTestProvider();
  const events = [
    wireEvent(1, { name: 'fromTheFuture' }),
    wireEvent(2, { payload: { unexpected: true } }),
    wireEvent(3),
  ];
  await provider.post(LOG_EVENT, batch([], { events }));
  const { events: totals } = (await (await provider.get('/provider/api/summary')).json()) as {
    events: { name: string; count: number; unknownPayloads: number }[];
  };
  expect(totals).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'fromTheFuture', count: 1, unknownPayloads: 1 }),
      expect.objectContaining({ name: 'hostCommand', count: 2, unknownPayloads: 1 }),
    ]),
  );
});

test('received_events returns the ranges of stored events for each requested session', async () => {
  const provider = await openTestProvider();
  await provider.post(LOG_EVENT, batch([1, 2, 3, 7]));
  await provider.post(VIDEO_STATS, batch([4, 9]));
  const [session = ''] = wireEvent(1).clientEventId.split('.');
  const ask = (...sequences: string[]): Promise<Response> =>
    provider.get(`/youtubei/v1/received_events?${sequences.map((sequence) => `sequence=${sequence}`).join('&')}`);
  const other = 'f'.repeat(32);
  const response = await ask(`${session}.2-8`, `${other}.0-9`);
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  expect(ReceivedEvents.parse(await readJson(response))).toEqual({
    sequences: [
      {
        id: session,
        ranges: [
          [2, 4],
          [7, 7],
        ],
      },
      { id: other, ranges: [] },
    ],
  });
});

test.each([
  ['no session', ''],
  ['an invalid session id', 'sequence=x.0-1'],
  ['a range that runs backwards', `sequence=${'f'.repeat(32)}.2-1`],
  ['too many events', `sequence=${'f'.repeat(32)}.0-10000`],
  ['too many sessions', `sequence=${'f'.repeat(32)}.0-1&`.repeat(21)],
  ['a session twice', `sequence=${'f'.repeat(32)}.0-1&sequence=${'f'.repeat(32)}.5-6`],
])('a received_events request for %s is refused with the reason', async (_what, query) => {
  const provider = await openTestProvider();
  const message = await expectRefusal(await provider.get(`/youtubei/v1/received_events?${query}`), 400);
  expect(message).toMatch(/^received events: /);
});

test('an address that repeats received_events requests is refused by the limit received_events_per_address', async () => {
  const provider = await openTestProvider();
  const ask = (address: string): Promise<Response> =>
    Promise.resolve(
      provider.fetch(
        new Request(`http://player.example/youtubei/v1/received_events?sequence=${'f'.repeat(32)}.0-1`),
        fromAddress(address),
      ),
    );
  const statuses: number[] = [];
  for (let index = 0; index < 102; index += 1) statuses.push((await ask('203.0.113.1')).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(100);
  expect(statuses.slice(100)).toEqual([429, 429]);
  expect((await ask('198.51.100.1')).status).toBe(200);
  expect(await provider.metrics.text()).toContain('oriel_refusals_total{limit="received_events_per_address"} 2');
});
