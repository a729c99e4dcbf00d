import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomRuns } from '../../support/random-runs.ts';
import { batch, LOG_EVENT, wireEvent } from './support/events.ts';
import { openTestProvider, readJson, type TestProvider } from './support/test-provider.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** The provider still works: a valid batch is stored. */
async function expectAlive(provider: TestProvider, index: number): Promise<void> {
  expect((await provider.post(LOG_EVENT, batch([index]))).status).toBe(200);
}

test('events with any text and any number are stored unchanged', { tags: ['random'] }, async () => {
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
    { numRuns: randomRuns(200) },
  );
});

test('deep nesting causes no server error, and a key __proto__ changes no prototype', async () => {
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
