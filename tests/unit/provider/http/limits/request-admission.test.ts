import { expect, test } from 'vitest';
import { RequestAdmission } from '../../../../../src/provider/http/limits/request-admission.ts';
import { shareKeys } from '../../../../../src/provider/http/limits/address-key.ts';
import { FairQueue } from '../../../../../src/provider/http/limits/fair-queue.ts';
import { pathKind, type PathKind } from '../../../../../src/provider/http/limits/path-kind.ts';
import { createFakeClock, settle } from '../../../../support/fake-clock.ts';
import { openTestProvider, type TestProvider } from '../../support/test-provider.ts';

/** A `RequestAdmission` whose turns the test runs, with lists of the served and the refused requests. */
function lab() {
  const clock = createFakeClock();
  const turns: (() => void)[] = [];
  const admission = new RequestAdmission({ clock, defer: (task) => void turns.push(task) });
  const served: string[] = [];
  const refused: string[] = [];
  const enter = (kind: PathKind, address: string, name: string): void => {
    void admission.enter(kind, address).then((isAdmitted) => (isAdmitted ? served : refused).push(name));
  };
  // Serves `count` requests, each of which takes `eachMs`.
  const serve = async (count: number, eachMs = 0): Promise<void> => {
    for (let index = 0; index < count; index++) {
      await clock.advance(eachMs);
      turns.shift()?.();
      await settle();
    }
  };
  return { admission, enter, serve, served, refused };
}

test.each([
  ['/embed/orieldemo01', 'pages'],
  ['/provider', 'pages'],
  ['/youtubei/v1/player', 'calls'],
  ['/generate_204', 'calls'],
  ['/youtubei/v1/log_event', 'logs'],
  ['/youtubei/v1/video_stats', 'logs'],
  ['/error_204', 'logs'],
  ['/media/demo/master.m3u8', 'files'],
  ['/healthz', undefined],
])('a request for %s counts as %s', (path, kind) => {
  expect(pathKind('GET', path)).toBe(kind);
  expect(pathKind('OPTIONS', path)).toBeUndefined();
});

test('pages are served first, then calls, files and logs, each in a task that the event loop runs later', async () => {
  const { enter, serve, served } = lab();
  for (const kind of ['logs', 'files', 'calls', 'pages'] as const) enter(kind, '192.0.2.1', kind);
  await settle();
  expect(served).toEqual([]);
  await serve(1);
  expect(served).toEqual(['pages']);
  await serve(3);
  expect(served).toEqual(['pages', 'calls', 'files', 'logs']);
});

test('a request of a new address is served next although hundreds of requests of other addresses wait', async () => {
  const { enter, serve, served } = lab();
  for (let index = 0; index < 300; index++) enter('pages', `198.51.${index % 30}.1`, 'busy');
  await serve(60);
  enter('pages', '203.0.113.9', 'newcomer');
  await serve(1);
  expect(served.at(-1)).toBe('newcomer');
});

test('all networks of one IPv6 site together take turns with another site', () => {
  const queue = new FairQueue<string>();
  for (let network = 1; network <= 50; network++) queue.add(shareKeys(`2001:db8:1:${network}::1`), 'site');
  for (let index = 0; index < 3; index++) queue.add(shareKeys('192.0.2.1'), 'viewer');
  const order = Array.from({ length: 12 }, () => queue.next());
  expect(order.filter((name) => name === 'viewer')).toHaveLength(3);
});

test('a client served before waits for a bounded number of requests although newcomers keep arriving', () => {
  const queue = new FairQueue<string>();
  const known = shareKeys('192.0.2.1');
  queue.add(known, 'known');
  queue.next();
  for (let network = 0; network < 20; network++) queue.add(shareKeys(`198.51.${network}.1`), 'new');
  queue.add(known, 'known');
  const order = Array.from({ length: 60 }, (_, turn) => {
    queue.add(shareKeys(`203.0.${turn}.1`), 'new');
    return queue.next();
  });
  expect(order.indexOf('known')).toBeGreaterThan(0);
  expect(order.indexOf('known')).toBeLessThanOrEqual(41);
});

test('a request is refused at once if the queue before it takes longer than requests of its kind may wait', async () => {
  const { enter, serve, served, refused, admission } = lab();
  for (let index = 0; index < 200; index++) enter('pages', '192.0.2.1', 'page');
  // The measured time is about 10 ms a request: more than 64 logs would take longer than logs may wait.
  await serve(200, 10);
  expect(served).toHaveLength(200);
  for (let index = 0; index < 100; index++) enter('logs', '192.0.2.1', 'log');
  await settle();
  expect([refused.length, admission.length]).toEqual([36, 64]);
});

test('waiting pages limit how many logs are admitted, and waiting logs keep no page out', async () => {
  const { enter, serve, served, refused } = lab();
  for (let index = 0; index < 200; index++) enter('pages', '192.0.2.1', 'page');
  await serve(100, 10);
  for (let index = 0; index < 5; index++) enter('logs', '198.51.100.1', 'log');
  await settle();
  expect(refused).toEqual(['log', 'log']);
  for (let index = 0; index < 40; index++) enter('pages', '198.51.100.1', 'page');
  await settle();
  expect(refused).toEqual(['log', 'log']);
  await serve(16);
  expect(served).toContain('log');
});

test('in an overload the newest request of the largest share is refused in place of a newcomer', async () => {
  const { enter, serve, served, refused } = lab();
  for (let index = 0; index < 200; index++) enter('logs', '192.0.2.1', 'first');
  await serve(200, 10);
  for (let index = 0; index < 80; index++) enter('logs', '192.0.2.1', 'busy');
  await settle();
  const refusedBefore = refused.length;
  enter('logs', '203.0.113.9', 'newcomer');
  await settle();
  expect(refused.slice(refusedBefore)).toEqual(['busy']);
  await serve(1);
  expect(served.at(-1)).toBe('newcomer');
});

/** A request from this address to the whole provider. */
function from(provider: TestProvider, address: string, path: string, headers = {}): Promise<Response> {
  const request = new Request(new URL(path, 'http://player.example'), { headers });
  return Promise.resolve(provider.fetch(request, { incoming: { socket: { remoteAddress: address } } }));
}

const NO_RATES = { pagesPerSecond: 0, callsPerSecond: 0 };

test('a new viewer is served before 300 busy connections', async () => {
  const provider = await openTestProvider({ limits: NO_RATES });
  const order: string[] = [];
  const ask = async (address: string): Promise<void> => {
    const { status } = await from(provider, address, '/oembed?url=/embed/orieldemo01');
    order.push(`${address} ${status}`);
  };
  const busy = Array.from({ length: 300 }, () => ask('192.0.2.1'));
  await Promise.all([...busy, ask('203.0.113.9')]);
  expect(order).toHaveLength(301);
  expect(order.indexOf('203.0.113.9 200')).toBeLessThan(12);
});

test('an overloaded provider responds 503 with a retry time, and counts each refusal', async () => {
  const provider = await openTestProvider({ limits: NO_RATES });
  const asked = Array.from({ length: 700 }, () => from(provider, '192.0.2.1', '/youtubei/v1/log_event'));
  const refused = (await Promise.all(asked)).filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers } of refused) {
    expect(Number(headers.get('Retry-After'))).toBeGreaterThanOrEqual(5);
    expect(Number(headers.get('Retry-After'))).toBeLessThanOrEqual(30);
  }
  expect(await provider.metrics.text()).toContain(`oriel_refusals_total{limit="overload_logs"} ${refused.length}`);
  expect(await provider.metrics.text()).toContain('oriel_requests_waiting 0');
});

test('a page refused in an overload gets 503 with an HTML page that reloads itself', async () => {
  const provider = await openTestProvider({ limits: NO_RATES });
  const html = { Accept: 'text/html' };
  const asked = Array.from({ length: 2_100 }, () => from(provider, '192.0.2.1', '/third-party-notices', html));
  const refused = (await Promise.all(asked)).find(({ status }) => status === 503);
  expect(await refused?.text()).toMatch(/<meta http-equiv="refresh" content="\d+">/);
  expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThanOrEqual(5);
});
