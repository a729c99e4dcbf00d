import { expect, test } from 'vitest';
import { WORKER_EVENTS } from '../../../protocol/events/events.ts';
import { ObservationPages, ObservationSummary } from '../../../protocol/provider/observation.ts';
import { requestKind } from '../../../src/provider/operations/request-log.ts';
import { batch, LOG_EVENT, wireEvent } from '../provider/support/events.ts';
import { openTestProvider, type TestProvider } from '../provider/support/test-provider.ts';
import { PAGE_ROWS_MAX } from '../../../src/audience/observation/filters.ts';
import {
  LIVE_LISTENERS_MAX,
  LIVE_STREAM_KEEP_ALIVE_MS,
  LIVE_UPDATE_INTERVAL_MS,
} from '../../../src/audience/observation/change-feed.ts';

async function read(provider: TestProvider, path: string): Promise<unknown> {
  return (await provider.get(`/provider/api/${path}`)).json();
}

test('the summary counts sessions, events, batches, bytes, duplicates and requests', async () => {
  const provider = await openTestProvider();
  await provider.post(LOG_EVENT, batch([1, 2]));
  await provider.post(LOG_EVENT, batch([2]));
  await provider.get('/embed/nosuchvideo');
  const summary = ObservationSummary.parse(await read(provider, 'summary'));
  expect(summary.logs).toMatchObject([{ endpoint: 'log_event', batches: 2, events: 3, accepted: 2, repeated: 1 }]);
  expect(summary.sessions).toEqual({ total: 1, active: 1 });
  expect(summary.requests).toEqual(
    expect.arrayContaining([
      { method: 'POST', kind: '/youtubei/…/log_event', status: 200, count: 2 },
      { method: 'GET', kind: '/embed/…', status: 404, count: 1 },
    ]),
  );
});

test('events of a worker count as a session only once the session also has events of a page', async () => {
  const provider = await openTestProvider();
  const own = (index: number, name: string) =>
    wireEvent(index, { clientEventId: `${'f'.repeat(32)}.${index}`, name, payload: {} });
  await provider.post(LOG_EVENT, batch([1]));
  await provider.post(LOG_EVENT, batch([], { events: WORKER_EVENTS.map((name, index) => own(index, name)) }));
  const sessionCount = async () => ObservationPages.sessions.parse(await read(provider, 'sessions')).length;
  expect(ObservationSummary.parse(await read(provider, 'summary')).sessions).toEqual({ total: 1, active: 1 });
  expect(await sessionCount()).toBe(1);
  await provider.post(LOG_EVENT, batch([], { events: [own(9, 'visibilityChanged')] }));
  expect(ObservationSummary.parse(await read(provider, 'summary')).sessions).toEqual({ total: 2, active: 2 });
  expect(await sessionCount()).toBe(2);
});

test('batches with a retry count are counted as retries', async () => {
  const provider = await openTestProvider();
  await provider.post(LOG_EVENT, batch([1]));
  await provider.post(`${LOG_EVENT}&retry=2`, batch([2]));
  await provider.post(`${LOG_EVENT}&retry=-1`, batch([3]));
  const { logs } = ObservationSummary.parse(await read(provider, 'summary'));
  await provider.post(`${LOG_EVENT}&retry=1000`, batch([4]));
  expect(logs).toMatchObject([{ batches: 3, retried: 1 }]);
  const batches = ObservationPages.batches.parse(await read(provider, 'batches'));
  expect(batches.map(({ retryCount }) => retryCount)).toEqual([999, 0, 2, 0]);
});

test('lists are sorted newest first, in pages no longer than the limit', async () => {
  const provider = await openTestProvider();
  await provider.post(LOG_EVENT, batch([1, 2, 3, 4, 5]));
  const ids = async (query: string): Promise<number[]> =>
    ObservationPages.events.parse(await read(provider, `events?${query}`)).map((event) => event.id);
  expect(await ids('limit=2')).toEqual([5, 4]);
  expect(await ids('limit=2&before=4')).toEqual([3, 2]);
  expect(await ids('after=3')).toEqual([5, 4]);
  expect(await ids(`limit=${PAGE_ROWS_MAX * 10}`)).toHaveLength(5);
  expect(await ids('limit=-1&before=x')).toHaveLength(5);
});

test('a search scans a limited number of events, and its next page continues from there', async () => {
  const provider = await openTestProvider({ limits: { searchedEventsMax: 3 } });
  await provider.post(LOG_EVENT, batch([1, 2, 3, 4, 5, 6, 7]));
  const ids = async (query: string): Promise<number[]> =>
    ObservationPages.events.parse(await read(provider, `events?${query}`)).map((event) => event.id);
  for (const search of ['contains=playVideo-', 'name=hostCommand', 'tier=100', 'endpoint=log_event']) {
    expect(await ids(search)).toEqual([7, 6, 5]);
    expect(await ids(`${search}&before=5`)).toEqual([4, 3, 2]);
    expect(await read(provider, `events/count?${search}`)).toEqual({ count: 3 });
  }
  expect(await ids('contains=playVideo-1')).toEqual([]);
  expect(await ids('session=0123456789abcdef0123456789abcdef')).toHaveLength(7);
  expect(await ids('')).toHaveLength(7);
  expect(await read(provider, 'events/count')).toEqual({ count: 7 });
});

test('lists of batches, sessions, errors and requests match the schemas of the live page', async () => {
  const provider = await openTestProvider();
  await provider.post(LOG_EVENT, batch([1]));
  await provider.get('/error_204?type=T&msg=m');
  for (const name of ['batches', 'sessions', 'errors', 'requests'] as const)
    expect(ObservationPages[name].parse(await read(provider, name)).length).toBeGreaterThan(0);
});

test('paths and methods that a client makes up appear neither in metrics nor in the summary', async () => {
  const provider = await openTestProvider();
  const rooms = [
    'youtubei/v1/share',
    'youtubei/v1/browse',
    'youtubei/v1/player',
    'youtubei',
    'provider',
    'embed',
    'ads',
  ];
  const name = 'made_up'.repeat(20);
  for (const room of rooms) await provider.get(`/${room}/${name}`);
  for (const method of ['PROPFIND', name.toUpperCase()])
    await provider.fetch(new Request('http://player.example/', { method }));
  expect((await provider.metrics.text()).toLowerCase()).not.toContain('made_up');
  expect(JSON.stringify(await read(provider, 'summary')).toLowerCase()).not.toContain('made_up');
  expect(await provider.metrics.text()).toContain('method="other"');
});

test.each([
  ['/', '/'],
  ['/embed/orieldemo01', '/embed/…'],
  ['/embed', '/embed/…'],
  ['/youtubei/v1/player', '/youtubei/v1/player'],
  ['/youtubei/v1/player/heartbeat', '/youtubei/v1/player/heartbeat'],
  ['/youtubei/v1/privacy', '/youtubei/v1/privacy'],
  ['/youtubei/v9/log_event', '/youtubei/…/log_event'],
  ['/youtubei/v1/browse/edit_playlist', '/youtubei/v1/browse/edit_playlist'],
  ['/pagead/id', '/pagead/id'],
  ['/provider/api/events', '/provider/api/…'],
  ['/whatever', 'other'],
  ['/youtubei/v1/share/made_up', 'other'],
  ['/youtubei/v1/player/made_up', 'other'],
  ['/youtubei/v1/feedback/', 'other'],
  ['/embedded', 'other'],
  ['/__proto__', 'other'],
])('a request for %s is counted as %s', (path, kind) => {
  expect(requestKind(path)).toBe(kind);
});

async function nextText(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const { value } = await reader.read();
  return new TextDecoder().decode(value);
}

test('closing the server ends the event stream of an open live page', async () => {
  const provider = await openTestProvider();
  const stream = (await provider.get('/provider/api/changes')).body?.getReader();
  expect((await stream?.read())?.done).toBe(false);
  await provider.close();
  expect((await stream?.read())?.done).toBe(true);
});

test('an open live page is notified once for several changes, and otherwise only kept alive', async () => {
  const provider = await openTestProvider();
  const response = await provider.get('/provider/api/changes');
  expect(response.headers.get('Content-Type')).toBe('text/event-stream');
  const reader = response.body?.getReader();
  if (reader === undefined) throw new Error('no stream');
  expect(await nextText(reader)).toBe(': still here\n\n');

  await provider.post(LOG_EVENT, batch([1]));
  await provider.post(LOG_EVENT, batch([2]));
  const told = nextText(reader);
  await provider.clock.advance(LIVE_UPDATE_INTERVAL_MS);
  expect(await told).toBe('event: changed\ndata: {}\n\n');

  const silent = nextText(reader);
  await provider.clock.advance(LIVE_STREAM_KEEP_ALIVE_MS + 2 * LIVE_UPDATE_INTERVAL_MS);
  expect(await silent).toBe(': still here\n\n');
  await reader.cancel();
});

test('a live page past the limit gets 503 with a retry time', async () => {
  const provider = await openTestProvider();
  const streams: Response[] = [];
  for (let count = 0; count < LIVE_LISTENERS_MAX; count++) streams.push(await provider.get('/provider/api/changes'));
  const refused = await provider.get('/provider/api/changes');
  expect([refused.status, Number(refused.headers.get('Retry-After')) >= 60]).toEqual([503, true]);
  await streams[0]?.body?.cancel();
  expect((await provider.get('/provider/api/changes')).status).toBe(200);
});

test('the operator API allows no access from other origins', async () => {
  const provider = await openTestProvider();
  const { headers } = await provider.get('/provider/api/events');
  expect(headers.has('Access-Control-Allow-Origin')).toBe(false);
  expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
});
