import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  ChangeFeed,
  LIVE_LOOK_INTERVAL_MS,
  LIVE_UPDATE_INTERVAL_MS,
} from '../../../src/audience/observation/change-feed.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { batch, LOG_EVENT } from './support/events.ts';
import { openTestProvider, type TestProvider } from './support/test-provider.ts';

const password = 'correct horse';
const OWN = {
  Origin: 'http://localhost',
  'Sec-Fetch-Site': 'same-origin',
  'Content-Type': 'application/x-www-form-urlencoded',
};

/** Two providers on one database, as behind a balancer. */
async function openTwo(): Promise<[TestProvider, TestProvider]> {
  const folder = await temporaryFolder();
  const options = { databaseUrl: `file:${join(folder, 'provider.db')}`, operatorPassword: password };
  return [await openTestProvider(options), await openTestProvider(options)];
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

test('tokens, visitors and deduplication are those of all processes', async () => {
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

test('a live page shows events of another process, and asks nothing while none is open', async () => {
  const clock = createFakeClock();
  let latest = '1 0';
  let asked = 0;
  const feed = new ChangeFeed(clock, async () => {
    asked += 1;
    return latest;
  });
  await clock.advance(10 * LIVE_LOOK_INTERVAL_MS);
  expect(asked).toBe(0);
  const reader = feed.open()?.getReader();
  const read = async (): Promise<string> => new TextDecoder().decode((await reader?.read())?.value);
  expect(await read()).toContain('still here');
  await clock.advance(LIVE_LOOK_INTERVAL_MS);
  latest = '2 0';
  const told = read();
  await clock.advance(2 * LIVE_LOOK_INTERVAL_MS + LIVE_UPDATE_INTERVAL_MS);
  expect(await told).toContain('changed');
  expect(asked).toBeLessThan(5);
  feed.close();
});
