import { expect } from 'vitest';
import { EVENT_TIER } from '../../../protocol/infrastructure/event-tier.ts';
import { makeLine, makeSettings } from '../../support/pipeline-harness.ts';
import type { RecordedRequest } from './support/recording-provider.ts';
import { pageSettings, test, type BuiltWorker } from './support/worker-lab.ts';

/** Who the viewer is: the ids that the built worker asks for, and when it does not ask. */

const PATH = '/pagead/id';
const { privacy } = makeSettings().page;
const { client } = makeSettings();

const reportsOf = (requests: readonly RecordedRequest[]): (string | null)[] =>
  requests.map(({ query }) => query.get('msg'));

/** The visitor id in the ad signals of a call made now. */
async function adSignals(worker: BuiltWorker, calls: () => readonly RecordedRequest[]): Promise<unknown> {
  await worker.ask('player', { videoId: 'film' });
  const { context } = JSON.parse(calls().at(-1)?.body ?? '{}') as { context: { adSignalsInfo: { params: unknown } } };
  return context.adSignalsInfo.params;
}

test('the visitor id is asked for every half hour, after a failure twice at most in two minutes, and sent along [B3, N13, E1]', async ({
  lab: { provider, open },
}) => {
  const worker = await open();
  await worker.start();
  const asked = () => provider.to(PATH);
  const players = () => provider.to('/player');
  await expect.poll(() => adSignals(worker, players)).toEqual([{ key: 'bid', value: 'visitor of ads' }]);
  expect(asked().map(({ method }) => method)).toEqual(['GET']);

  provider.answer(PATH, { body: {} });
  await worker.advance(1_800_000 - 1);
  await worker.advance(1);
  await expect.poll(() => reportsOf(provider.to('/error_204'))).toContain('Biscotti ID is missing from server');
  expect(asked()).toHaveLength(2);
  /** A response that does not come within 5 s is a failure. */
  provider.answer(PATH, 'hang');
  await worker.advance(120_000);
  await expect.poll(asked).toHaveLength(3);
  await worker.advance(5_000);
  await expect.poll(() => reportsOf(provider.to('/error_204'))).toContain('Request timed out');
  provider.answer(PATH, { status: 500 });
  await worker.advance(120_000);
  await expect.poll(() => reportsOf(provider.to('/error_204'))).toContain('Request failed, status=500');
  expect(asked()).toHaveLength(4);
  /** No third attempt: the next is after half an hour again. */
  provider.answer(PATH, { body: { id: 'another' } });
  await worker.advance(120_000);
  expect(await adSignals(worker, players)).toEqual([{ key: 'bid', value: 'visitor of ads' }]);
  expect(asked()).toHaveLength(4);
  await worker.advance(1_680_000);
  await expect.poll(() => adSignals(worker, players)).toEqual([{ key: 'bid', value: 'another' }]);
});

test.for([
  ['without consent [B4]', { consent: 'functional' }],
  ['in a private embed [B5, P10]', { privateEmbed: true }],
  ['in an education embed [B6, P9]', { educationHosts: ['school.example'] }],
] as const)('no visitor id is asked for %s', async ([, change], { lab: { provider, open } }) => {
  const worker = await open();
  await worker.start({
    ...pageSettings({ privacy: { ...privacy, ...change } as typeof privacy }),
    client: { ...client, originalUrl: 'https://class.school.example' },
  });
  await worker.ask('player', { videoId: 'film' });
  await worker.advance(1_800_000);
  await worker.ask('player', { videoId: 'film' });
  expect(provider.requests.map(({ path }) => path)).toEqual(['/youtubei/v1/player', '/youtubei/v1/player']);
});

test('a private embed sends and stores no identifier that lasts [P10]', async ({ lab: { provider, open } }) => {
  const worker = await open();
  await worker.start({
    ...pageSettings({ privacy: { ...privacy, privateEmbed: true } }),
    client: { ...client, visitorData: 'visitor' },
  });
  await worker.ask('player', { videoId: 'film' });
  await worker.call('writePreference', 'volume', '30', '');
  await worker.call('logEvents', makeLine({ tier: EVENT_TIER.immediate }));
  await expect.poll(() => provider.to('/log_event')).toHaveLength(1);
  for (const { headers, body } of provider.requests) {
    expect(headers).not.toHaveProperty('x-goog-visitor-id');
    expect(body).not.toContain('visitor');
    /** The ids of events begin with the session's, which ends with the page. */
    expect(body.replaceAll(/"(?:clientEventId|id)":"\w+(?:\.\d+)?"/g, '')).not.toContain('a'.repeat(32));
  }
  expect(await worker.hookCalls()).toEqual([]);
  expect(await worker.page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
});

test('the data-sync id of a signed-in viewer is asked for, and names the database; without one nothing is stored [N12, S1, E1, E2, E3]', async ({
  lab: { provider, open },
}) => {
  const settings = pageSettings({ loggedIn: true });
  const names = (worker: BuiltWorker) =>
    worker.page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? '').toSorted());
  provider.answer('/getDatasyncIdsEndpoint', { body: { datasyncIds: [] } });
  const nobody = await open();
  await nobody.start(settings);
  await expect.poll(() => reportsOf(provider.to('/error_204'))).toContain('Datasync ID not set');
  await expect.poll(() => reportsOf(provider.to('/error_204'))).toContain('No user identifier specified');
  expect(provider.to('/error_204').at(-1)?.query.get('level')).toBe('error');
  expect(await names(nobody)).toEqual([]);
  expect(await nobody.call('logEvents', makeLine({ tier: EVENT_TIER.immediate }))).toMatchObject({
    value: { mode: 'memory' },
  });

  provider.answer('/getDatasyncIdsEndpoint', { body: { datasyncIds: ['id:with|colon'] } });
  const somebody = await open();
  expect(await somebody.start(settings)).toMatchObject({ value: { storage: 'indexeddb' } });
  expect(provider.to('/getDatasyncIdsEndpoint').map(({ method }) => method)).toEqual(['GET', 'GET']);
  const own = ['oriel-config.id%3Awith%7Ccolon', 'oriel-logs.id%3Awith%7Ccolon'];
  expect(await names(somebody)).toEqual(own);
});
