import { expect, test } from 'vitest';
import { ViewersReport, type ViewersPeriod } from '../../../protocol/provider/viewers-report.ts';
import { exportTable } from '../../../src/audience/reports/export-table.ts';
import { VIDEO_STATS } from '../provider/support/events.ts';
import { openTestProvider } from '../provider/support/test-provider.ts';
import { HOUR_MS, NOON_MS, started, viewerBatch, watched } from '../provider/support/audience-contract.ts';

const REPORT = '/provider/api/viewers/report';
const EXPORT = '/provider/api/viewers/export';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'; // prettier-ignore

async function open() {
  const provider = await openTestProvider();
  await provider.clock.advance(NOON_MS + HOUR_MS - provider.clock.now());
  const send = async (...told: Parameters<typeof viewerBatch>[0]) => {
    const { request } = viewerBatch(
      told.map(([name, payload, at]) => [name, { ...payload, videoId: 'orieldemo01' }, at]),
    );
    expect((await provider.post(VIDEO_STATS, request, { 'User-Agent': IPHONE })).status).toBe(200);
  };
  const report = async (query: string) => ViewersReport.parse(await (await provider.get(`${REPORT}?${query}`)).json());
  return { provider, send, report };
}

test('the events of a page are in the reports of its video and of all videos, with browser, device and host', async () => {
  const { send, report } = await open();
  await send(started(NOON_MS), watched(NOON_MS, [[0, 20]]));
  const { video, period, compared } = await report('video=orieldemo01');
  expect(video).toEqual({ id: 'orieldemo01', title: 'Four small worlds' });
  expect(period).toMatchObject({
    stepMs: HOUR_MS,
    totals: { views: 1, watchedMs: 20_000 },
    hosts: [{ name: 'news.example', count: 1 }],
    browsers: [{ name: 'Safari' }],
    devices: [{ name: 'iPhone' }],
    film: { lengthSeconds: 28 },
  });
  expect(compared).toBeNull();
  expect((await report('')).period.videos).toMatchObject([{ id: 'orieldemo01', views: 1, watchedMs: 20_000 }]);
});

test('views of requested videos in the last 30 days are returned, including zeros, without unknown ids', async () => {
  const { provider, send } = await open();
  await send(started(NOON_MS), started(NOON_MS));
  const viewsOf = async () =>
    (await provider.get('/provider/api/viewers/views?videos=orieldemo01,orielsphere,nosuchvideo')).json();
  expect(await viewsOf()).toEqual({ days: 30, views: { orieldemo01: 2, orielsphere: 0 } });
  expect(await (await provider.get('/provider/api/viewers/views')).json()).toEqual({ days: 30, views: {} });
});

test('a video that nobody could play has its title in the list of failures and in its export', async () => {
  const { provider, send, report } = await open();
  await send(
    ['playbackRequested', { by: 'viewer' }, NOON_MS],
    ['playbackFailed', { code: 'net.timeout', message: '', mediaTimeSeconds: 0 }, NOON_MS],
  );
  const { videos, failures } = (await report('')).period;
  expect(videos).toEqual([]);
  expect(failures.videos).toEqual([{ name: 'orieldemo01', title: 'Four small worlds', attempts: 1, failed: 1 }]);
  const exported = await provider.get(`${EXPORT}?table=failures-videos&format=csv`);
  expect(await exported.text()).toBe('video,title,attempts,failed\r\norieldemo01,Four small worlds,1,1\r\n');
});

test('titles of requested videos are returned, without unknown ids', async () => {
  const { provider } = await open();
  const found = await provider.get('/provider/api/viewers/videos?ids=nosuchvideo,orieldemo01');
  expect(await found.json()).toEqual([{ id: 'orieldemo01', title: 'Four small worlds' }]);
});

test('a period is compared with a period of the same length', async () => {
  const { send, report } = await open();
  await send(started(NOON_MS), started(NOON_MS), started(NOON_MS - 24 * HOUR_MS));
  const { period, compared } = await report('from=2026-01-05&to=2026-01-06&compareFrom=2026-01-04');
  expect([period.totals.views, compared?.totals.views]).toEqual([2, 1]);
  expect(compared?.points).toHaveLength(period.points.length);
});

test.each([
  ['a short period', 'from=2026-01-04&to=2026-01-05', HOUR_MS, 24],
  ['a month', 'from=2025-12-05&to=2026-01-05', 24 * HOUR_MS, 31],
  ['a short period that is long past', 'from=2025-12-01&to=2025-12-03', 24 * HOUR_MS, 2],
  ['a period of partial hours', 'from=2026-01-05T09:30Z&to=2026-01-05T10:30Z', HOUR_MS, 2],
  ['another time zone', 'from=2026-01-05T09:00%2B02:00&to=2026-01-05T10:00%2B02:00', HOUR_MS, 1],
])('the report of %s (%s) has steps of %i ms, %i in all', async (_, query, stepMs, points) => {
  const { period } = await (await open()).report(query);
  expect([period.stepMs, period.points.length]).toEqual([stepMs, points]);
});

test.each([
  ['from=yesterday', 'from: no time; write one as 2026-11-23 or 2026-11-23T10:00Z.'],
  ['from=2026-01-05&to=2026-01-04', 'from: it has to be before to, which is 2026-01-04T00:00:00.000Z.'],
  ['from=2020-01-01', 'from: 2197 days are too many; ask for 400 at most.'],
  ['video=../x', 'video: no id of a video; leave it out for all of them.'],
  ['compareFrom=2026-13-45', 'compareFrom: no time; write one as 2026-11-23 or 2026-11-23T10:00Z.'],
])('a report with %s is refused with the expected value', async (query, message) => {
  const { provider } = await open();
  for (const path of [REPORT, EXPORT]) {
    const response = await provider.get(`${path}?${query}`);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(message);
  }
});

test('an unknown table or format of an export is refused with the valid names', async () => {
  const { provider } = await open();
  expect(await (await provider.get(`${EXPORT}?table=x`)).text()).toContain('table: one of time, qualities, film');
  expect(await (await provider.get(`${EXPORT}?format=x`)).text()).toContain('format: one of csv, ndjson');
});

test('a table is exported as a file, as CSV and as NDJSON', async () => {
  const { provider, send } = await open();
  await send(started(NOON_MS));
  const query = 'from=2026-01-05&to=2026-01-06';
  const csv = await provider.get(`${EXPORT}?${query}&table=time`);
  expect(csv.headers.get('Content-Disposition')).toBe(
    'attachment; filename="oriel-all-time-2026-01-05-2026-01-06.csv"',
  );
  const lines = (await csv.text()).trim().split('\r\n');
  expect(lines).toHaveLength(25);
  expect(lines[13]).toMatch(/^2026-01-05T12:00:00\.000Z,1,1,0,0,0,0,0,\d+,\d+,\d+,0,0,,,$/);
  const ndjson = await provider.get(`${EXPORT}?${query}&table=videos&format=ndjson`);
  expect(
    (await ndjson.text())
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([{ video: 'orieldemo01', title: 'Four small worlds', views: 1, watched_seconds: 0 }]);
});

test('sent bytes are exported as a table, with their cost if the operator has set a price', async () => {
  const { report } = await open();
  const { period } = await report('');
  const bandwidth = {
    ...period.bandwidth,
    videos: [{ id: 'one', title: 'One', sentBytes: 2_500_000_000, measuredBytes: 7 }],
  };
  const head = 'video,title,sent_bytes,measured_by_players_bytes,cost\r\n';
  expect(exportTable({ ...period, bandwidth }, 'bandwidth-videos', 'csv')).toBe(`${head}one,One,2500000000,7,\r\n`);
  expect(exportTable({ ...period, bandwidth }, 'bandwidth-videos', 'csv', 0.05)).toBe(
    `${head}one,One,2500000000,7,0.125\r\n`,
  );
});

test('a cell of a CSV export is never a formula, and its content is quoted', async () => {
  const { report } = await open();
  const period: ViewersPeriod = {
    ...(await report('')).period,
    hosts: ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', 'a,b', 'say "a"', 'a\nb', 'news.example'].map((name) => ({ name, count: 1 })), // prettier-ignore
  };
  expect(exportTable(period, 'hosts', 'csv')).toBe(
    `host,views\r\n'=1+1,1\r\n'+1,1\r\n'-1,1\r\n'@SUM(A1),1\r\n'\t=1,1\r\n' =1,1\r\n"a,b",1\r\n"say ""a""",1\r\n"a\nb",1\r\nnews.example,1\r\n`,
  );
  expect(exportTable(period, 'errors', 'csv')).toBe('code,outcome,browser,device,count\r\n');
});
