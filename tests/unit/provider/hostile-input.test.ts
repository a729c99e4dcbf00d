import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ENDPOINTS } from '../../../protocol/provider/endpoints.ts';
import { batch, LOG_EVENT, VIDEO_STATS, wireEvent } from './support/events.ts';
import { context, openTestProvider, readJson, type TestProvider } from './support/test-provider.ts';

const CALLS = [...Object.values(ENDPOINTS).map(({ path }) => `/youtubei/v1/${path}`), LOG_EVENT, VIDEO_STATS];
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** The provider still works: a valid batch is stored. */
async function expectAlive(provider: TestProvider, index: number): Promise<void> {
  expect((await provider.post(LOG_EVENT, batch([index]))).status).toBe(200);
}

test('no body makes a call fail with 5xx, and every refusal is a JSON error', async () => {
  const bugs: unknown[] = [];
  const provider = await openTestProvider({ onBug: (bug) => bugs.push(bug) });
  const body = fc.oneof(
    fc.json(),
    fc.string({ unit: 'binary' }),
    fc.uint8Array({ maxLength: 200 }),
    fc.json().map((text) => gzipSync(text)),
    fc.record({ context: fc.constant(context()), events: fc.anything() }).map((value) => safeJson(value)),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...CALLS), body, async (path, content) => {
      const response = await provider.post(path, content as BodyInit, JSON_TYPE);
      expect(response.status).toBeLessThan(500);
      if (response.status >= 400) expect(await readJson(response)).toHaveProperty('error.message');
    }),
    { numRuns: 300 },
  );
  expect(bugs).toEqual([]);
  await expectAlive(provider, 1);
});

test('events with any text and any number are stored unchanged', async () => {
  const provider = await openTestProvider();
  let index = 0;
  const text = fc.string({ unit: 'binary', maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(
      text,
      text,
      fc.jsonValue(),
      fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
      async (name, id, value, time) => {
        index += 1;
        const event = wireEvent(index, { name, sequence: { id, index }, payload: { value }, eventTimeMs: time });
        const response = await provider.post(LOG_EVENT, batch([], { requestTimeMs: -time, events: [event] }));
        expect(await readJson(response)).toMatchObject({ accepted: 1 });
        const [stored] = (await (await provider.get('/provider/api/events?limit=1')).json()) as { payload: string }[];
        expect(JSON.parse(stored?.payload ?? '')).toEqual(JSON.parse(JSON.stringify({ value })));
      },
    ),
    { numRuns: 200 },
  );
});

test('deep nesting and keys with a meaning in JavaScript do no harm', async () => {
  const provider = await openTestProvider();
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const head = '{"context":{"client":{"clientName":"x","clientVersion":"1"}},"events":';
  const event = JSON.stringify(wireEvent(1)).replace('"payload":{', `"payload":{"deep":${deep},`);
  for (const body of [deep, `${head}${deep}}`, `${head}[${event}]}`])
    expect((await provider.post(LOG_EVENT, body, JSON_TYPE)).status).toBeLessThan(500);
  const polluted = `{"__proto__":{"polluted":1},${head.slice(1)}[${JSON.stringify(wireEvent(2)).replace('"payload":{', '"payload":{"__proto__":{"polluted":1},')}]}`;
  await provider.post(LOG_EVENT, polluted, JSON_TYPE);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  await expectAlive(provider, 9);
});

function safeJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '{}';
  }
}
