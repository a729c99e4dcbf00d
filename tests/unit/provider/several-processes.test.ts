import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  ChangeFeed,
  LIVE_CHECK_INTERVAL_MS,
  LIVE_UPDATE_INTERVAL_MS,
} from '../../../src/audience/observation/change-feed.ts';
import { NodeLoad, ObservationSummary } from '../../../protocol/provider/observation.ts';
import { ViewersReport } from '../../../protocol/provider/viewers-report.ts';
import { createFakeClock, createSeededRandom } from '../../support/fake-clock.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { HOUR_MS, NOON_MS, started, viewerBatch, type Told } from './support/audience-contract.ts';
import { newViewer } from './support/bot-response.ts';
import { batch, LOG_EVENT, VIDEO_STATS } from './support/events.ts';
import { openTestProvider, type TestProvider, type TestProviderOptions } from './support/test-provider.ts';

const SESSION = '0123456789abcdef0123456789abcdef';
const password = 'correct horse';
const OWN = {
  Origin: 'http://localhost',
  'Sec-Fetch-Site': 'same-origin',
  'Content-Type': 'application/x-www-form-urlencoded',
};

/** Two providers on one database, as behind a load balancer. */
async function openTwo(given: TestProviderOptions = { operatorPassword: password }) {
  const folder = await temporaryFolder();
  const options = { databaseUrl: `file:${join(folder, 'provider.db')}`, ...given };
  const open = (node: number) =>
    openTestProvider({ ...options, nodeName: () => `films-${node}:4173`, random: createSeededRandom(node) });
  return [await open(1), await open(2)] as const;
}

test('a sign-in holds in every process, and so does a sign-out', async () => {
  const [one, other] = await openTwo();
  const begun = await one.post('/provider/login', new URLSearchParams({ password }).toString(), OWN);
  const cookie = { Cookie: (begun.headers.get('Set-Cookie') ?? '').split(';')[0] ?? '' };
  const statuses = async (): Promise<number[]> =>
    Promise.all([one, other].map(async (provider) => (await provider.get('/provider/api/summary', cookie)).status));
  expect(await statuses()).toEqual([200, 200]);
  expect((await other.post('/provider/logout', '', { ...OWN, ...cookie })).status).toBe(303);
  expect(await statuses()).toEqual([401, 401]);
});

test('tokens, visitors and deduplication are shared by all processes', async () => {
  const [one, other] = await openTwo();
  expect((await one.post(LOG_EVENT, batch([1, 2]))).status).toBe(200);
  expect(await (await other.post(LOG_EVENT, batch([2, 3]))).text()).toContain('"accepted":1,"repeated":1');
  const { json } = await one.call('player', { videoId: 'orieldemo01' });
  const { visitorData } = json['responseContext'] as { visitorData: string };
  const add = { playlistId: 'WL', actions: [{ action: 'ACTION_ADD_VIDEO', addedVideoId: 'orielsphere' }] };
  expect((await other.call('browse/edit_playlist', add, { visitorData })).json).toMatchObject({
    status: 'STATUS_SUCCEEDED',
  });
  const played = await one.call('player', { playlistId: 'WL' }, { visitorData });
  expect(played.json).toMatchObject({ videoDetails: { videoId: 'orielsphere' } });
});

test('each operator page names the node that served it, and a provider without node name shows no node', async () => {
  const [one, other] = await openTwo({});
  const alone = await openTestProvider();
  for (const path of ['/provider', '/provider/viewers', '/provider/reports', '/provider/people']) {
    const [ofOne, ofOther, ofAlone] = await Promise.all(
      [one, other, alone].map(async (provider) => (await provider.get(path)).text()),
    );
    expect(ofOne).toContain('<p id="node">Node films-1:4173</p>');
    expect(ofOther).toContain('<p id="node">Node films-2:4173</p>');
    expect(ofAlone).not.toContain('id="node"');
  }
  expect(await (await one.get('/')).text()).not.toContain('films-1');
});

test('on each node, views, failures, reports and the data of a person are the sums of all nodes', async () => {
  const [one, other] = await openTwo({});
  const nodes = [one, other];
  for (const { clock } of nodes) await clock.advance(NOON_MS + HOUR_MS - clock.now());
  for (const [index, node] of nodes.entries()) {
    const video = { videoId: 'orieldemo01' };
    const failed: Told = ['playbackFailed', { ...video, code: 'net', message: '', mediaTimeSeconds: 1 }, NOON_MS + 2];
    const { request } = viewerBatch([started(NOON_MS, video), failed]);
    expect((await node.post(VIDEO_STATS, request)).status).toBe(200);
    expect((await node.post(LOG_EVENT, batch([index]))).status).toBe(200);
    const { visitorData, feedbackTokens } = await newViewer(node);
    const fields = { feedbackTokens: [feedbackTokens[2]], feedbackContext: { reason: 'spam' } };
    expect((await node.call('feedback', fields, { visitorData })).status).toBe(200);
  }
  for (const node of nodes) {
    const read = async (path: string): Promise<unknown> => (await node.get(`/provider/api/${path}`)).json();
    const { period } = ViewersReport.parse(await read('viewers/report'));
    expect(period.totals).toMatchObject({ views: 2, failed: 2 });
    expect(await read('reports')).toMatchObject({ reports: [{ reason: 'spam', people: 2 }] });
    expect(await read(`people?kind=session&id=${SESSION}`)).toMatchObject({ rows: { events: 2 } });
  }
});

test('the summary and the load history name their node and count its requests, while stored events are counted for all nodes', async () => {
  const [one, other] = await openTwo({});
  await one.post(LOG_EVENT, batch([1, 2]));
  const summaryOf = async (node: TestProvider) =>
    ObservationSummary.parse(await (await node.get('/provider/api/summary')).json());
  const [ofOne, ofOther] = [await summaryOf(one), await summaryOf(other)];
  expect([ofOne.node, ofOther.node]).toEqual(['films-1:4173', 'films-2:4173']);
  const posted = ({ requests }: ObservationSummary): number =>
    requests.filter(({ method }) => method === 'POST').length;
  expect([posted(ofOne), posted(ofOther)]).toEqual([1, 0]);
  expect([ofOne.logs[0]?.accepted, ofOther.logs[0]?.accepted]).toEqual([2, 2]);
  const load = await (await other.get('/provider/api/load')).json();
  expect(NodeLoad.parse(load).node).toBe('films-2:4173');
});

test('an open operator page is notified of events of another process, and without open pages the database is not queried', async () => {
  const clock = createFakeClock();
  let latest = '1 0';
  let asked = 0;
  const feed = new ChangeFeed(clock, async () => {
    asked += 1;
    return latest;
  });
  await clock.advance(10 * LIVE_CHECK_INTERVAL_MS);
  expect(asked).toBe(0);
  const reader = feed.open()?.getReader();
  const read = async (): Promise<string> => new TextDecoder().decode((await reader?.read())?.value);
  expect(await read()).toContain('still here');
  await clock.advance(LIVE_CHECK_INTERVAL_MS);
  latest = '2 0';
  const told = read();
  await clock.advance(2 * LIVE_CHECK_INTERVAL_MS + LIVE_UPDATE_INTERVAL_MS);
  expect(await told).toContain('changed');
  expect(asked).toBeLessThan(5);
  feed.close();
});
