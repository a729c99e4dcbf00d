import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { HEADERS } from '../../../../protocol/provider/request-context.ts';
import { addressKey } from '../../../../src/provider/http/limits/address-key.ts';
import { TokenBuckets } from '../../../../src/provider/http/limits/token-buckets.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { batch, LOG_EVENT } from '../support/events.ts';
import { openTestProvider, readJson, type TestProvider, type TestProviderOptions } from '../support/test-provider.ts';

/** All rates are off; a test turns on only the rate that it tests. */
const NO_RATES = {
  callsPerSecond: 0,
  viewerCallsPerSecond: 0,
  pagesPerSecond: 0,
  filesPerSecond: 0,
  bodyBytesPerSecond: 0,
  burstSeconds: 2,
};

interface From {
  readonly address?: string;
  readonly visitorData?: string;
  readonly method?: string;
}

/** Requests as if from a socket with this address. */
function ask(provider: TestProvider, path: string, { address, visitorData, method = 'GET' }: From): Promise<Response> {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' };
  if (visitorData !== undefined) headers[HEADERS.visitorId] = visitorData;
  const body = method === 'POST' ? { body: JSON.stringify(batch([1])) } : {};
  const env = address === undefined ? {} : { incoming: { socket: { remoteAddress: address } } };
  const request = new Request(new URL(path, 'http://player.example'), { method, headers, ...body });
  return Promise.resolve(provider.fetch(request, env));
}

async function statuses(count: number, one: () => Promise<Response>): Promise<number[]> {
  const all = [];
  for (let index = 0; index < count; index++) all.push((await one()).status);
  return all;
}

function openLimited(limits: TestProviderOptions['limits']): Promise<TestProvider> {
  return openTestProvider({ limits: { ...NO_RATES, ...limits } });
}

test('an address past its rate is refused with a retry time and recovers with time, and other addresses are not refused', async () => {
  const provider = await openLimited({ callsPerSecond: 2 });
  const call = (address: string): Promise<Response> => ask(provider, LOG_EVENT, { address, method: 'POST' });
  expect(await statuses(4, () => call('127.0.0.1'))).toEqual([200, 200, 200, 200]);
  const refused = await call('127.0.0.1');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThanOrEqual(2);
  expect(await readJson(refused)).toHaveProperty('error.status', 'RESOURCE_EXHAUSTED');
  expect((await call('127.0.0.2')).status).toBe(200);
  await provider.clock.advance(1_000);
  expect(await statuses(3, () => call('127.0.0.1'))).toEqual([200, 200, 429]);
});

test.each([
  ['callsPerSecond', '/pagead/id', '/'],
  ['pagesPerSecond', '/embed/orieldemo01', '/generate_204'],
  ['filesPerSecond', '/media/demo/captions.en.vtt', '/embed/orieldemo01'],
] as const)('%s limits %s and does not affect %s', async (name, bounded, other) => {
  const provider = await openLimited({ [name]: 1 });
  const address = '127.0.0.1';
  expect(await statuses(3, () => ask(provider, bounded, { address }))).toEqual([200, 200, 429]);
  expect((await ask(provider, other, { address })).status).toBeLessThan(300);
});

test('bodies count by their uncompressed bytes, and an address past its rate waits in proportion to them', async () => {
  const body = gzipSync(JSON.stringify(batch(Array.from({ length: 90 }, (_, index) => index))));
  const unpackedBytes = gunzipSync(body).byteLength;
  expect(unpackedBytes).toBeGreaterThan(5 * body.byteLength);
  const provider = await openLimited({ bodyBytesPerSecond: unpackedBytes / 4 });
  const post = async (address: string): Promise<number> => {
    const env = { incoming: { socket: { remoteAddress: address } } };
    const init = { method: 'POST', headers: { 'Content-Encoding': 'gzip' }, body };
    return (await provider.fetch(new Request(new URL(LOG_EVENT, 'http://player.example'), init), env)).status;
  };
  // At first the bytes of two seconds are available, and one body uses the bytes of four seconds.
  expect([await post('127.0.0.1'), await post('127.0.0.1'), await post('127.0.0.2')]).toEqual([200, 429, 200]);
  await provider.clock.advance(1_900);
  expect(await post('127.0.0.1')).toBe(429);
  await provider.clock.advance(200);
  expect(await post('127.0.0.1')).toBe(200);
});

test('one viewer who calls endlessly is refused, and others behind the same address are not', async () => {
  const provider = await openLimited({ viewerCallsPerSecond: 1 });
  const visitorOf = async (): Promise<string> => {
    const { responseContext } = await readJson(await ask(provider, LOG_EVENT, { method: 'POST' }));
    return (responseContext as { visitorData: string }).visitorData;
  };
  const [wild, calm] = [await visitorOf(), await visitorOf()];
  const call = (visitorData: string): Promise<Response> =>
    ask(provider, LOG_EVENT, { address: '127.0.0.1', visitorData, method: 'POST' });
  expect(await statuses(3, () => call(wild))).toEqual([200, 200, 429]);
  expect((await call(calm)).status).toBe(200);
  expect((await call('an invented id')).status).toBe(200);
});

test('the default limits let a school of 500 viewers start at once behind one address', async () => {
  const provider = await openTestProvider();
  const from = { address: '127.0.0.1' };
  for (let viewer = 0; viewer < 500; viewer++)
    expect(await statuses(4, () => ask(provider, '/pagead/id', from))).toEqual([200, 200, 200, 200]);
});

test('requests in process and health checks are not limited', async () => {
  const provider = await openLimited({ callsPerSecond: 1, pagesPerSecond: 1 });
  expect(await statuses(5, () => ask(provider, '/pagead/id', {}))).toEqual([200, 200, 200, 200, 200]);
  expect(await statuses(5, () => ask(provider, '/healthz', { address: '127.0.0.1' }))).toEqual([
    200, 200, 200, 200, 200,
  ]);
});

test('many addresses do not grow the table of buckets beyond its limit', () => {
  const buckets = new TokenBuckets({ perSecond: 1, burst: 1 }, createFakeClock(), 100);
  for (let index = 0; index < 10_000; index++) buckets.take(`address ${index}`);
  // An evicted bucket starts full again.
  const isEmptied = (index: number): boolean => !buckets.isOpen(`address ${index}`);
  const [kept, evicted] = [Array.from({ length: 100 }, (_, index) => 9_900 + index), [9_899, 5_000, 0]];
  expect(kept.every(isEmptied)).toBe(true);
  expect(evicted.some(isEmptied)).toBe(false);
});

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:127.0.0.1', '127.0.0.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('rate limits count the address %s as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});
