import { describe, expect, test } from 'vitest';
import { PageConfig } from '../../../protocol/page/page-config.ts';
import { DataSyncIdsResponse } from '../../../protocol/provider/identity.ts';
import { context, openTestProvider, readJson, type TestProvider } from './support/test-provider.ts';

const PRIVATE = { site: { privateEmbedHosts: ['player.example'] } };
const FOREIGN = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://other.example' };

async function configOf(provider: TestProvider, headers: Record<string, string> = {}): Promise<PageConfig> {
  return PageConfig.parse(await readJson(await provider.get('/youtubei/v1/page_config?video_id=orieldemo01', headers)));
}

async function idsFor(provider: TestProvider, headers: Record<string, string> = {}): Promise<readonly string[]> {
  const response = await provider.get('/getDatasyncIdsEndpoint', headers);
  return DataSyncIdsResponse.parse(await readJson(response)).datasyncIds;
}

const playerCall = (provider: TestProvider, consent: string) =>
  provider.post('/youtubei/v1/player', {
    context: { ...context(), user: { consent } },
    videoId: 'orieldemo01',
  });

test('a signed-in page gets the authorization from the operator’s hook authorizationOf [N1]', async () => {
  const provider = await openTestProvider({ dataSyncIdOf: () => 'ada', authorizationOf: () => 'Bearer ada' });
  expect(await configOf(provider)).toMatchObject({ loggedIn: true, dataSyncId: 'ada', authorization: 'Bearer ada' });
  const signedOut = await openTestProvider({ dataSyncIdOf: () => undefined, authorizationOf: () => 'Bearer ada' });
  expect(await configOf(signedOut)).not.toHaveProperty('authorization');
});

test('with dataSyncIdInPage off, a signed-in page has no data-sync id and requests it separately [N12]', async () => {
  const provider = await openTestProvider({ dataSyncIdOf: () => 'ada', site: { dataSyncIdInPage: false } });
  const config = await configOf(provider);
  expect(config.loggedIn).toBe(true);
  expect(config).not.toHaveProperty('dataSyncId');
  expect(await idsFor(provider)).toEqual(['ada']);
});

test('the page of a private embed has neither the signed-in user nor an authorization [P10]', async () => {
  const provider = await openTestProvider({
    ...PRIVATE,
    dataSyncIdOf: () => 'ada',
    authorizationOf: () => 'Bearer ada',
  });
  const config = await configOf(provider);
  expect(config).toMatchObject({ loggedIn: false, privacy: { privateEmbed: true } });
  expect(config).not.toHaveProperty('dataSyncId');
  expect(config).not.toHaveProperty('authorization');
});

test('the response to a player call of a private embed has no viewer state, even for a signed-in viewer [P10]', async () => {
  const provider = await openTestProvider({ dataSyncIdOf: () => 'ada' });
  expect(await readJson(await playerCall(provider, 'strict'))).toHaveProperty('viewerState');
  expect(await readJson(await playerCall(provider, 'none'))).not.toHaveProperty('viewerState');
});

describe('with the demo account', () => {
  test('the provider’s own pages are signed in, and their authorization belongs to the demo account [N1, N12]', async () => {
    const provider = await openTestProvider({ demoAccount: true });
    const { loggedIn, dataSyncId, authorization = '' } = await configOf(provider);
    expect([loggedIn, dataSyncId]).toEqual([true, 'demo-account']);
    expect(authorization).toMatch(/^Bearer \S+$/);
    expect(await idsFor(provider, { ...FOREIGN, Authorization: authorization })).toEqual(['demo-account']);
  });

  test('a page of another origin is not signed in, and neither is a request with a forged authorization', async () => {
    const provider = await openTestProvider({ demoAccount: true });
    expect(await configOf(provider, FOREIGN)).toMatchObject({ loggedIn: false });
    expect(await idsFor(provider, { Authorization: 'Bearer forged.token' })).toEqual([]);
    expect(await idsFor(provider, { ...FOREIGN, Authorization: 'Basic b3BlcmF0b3I6eA==' })).toEqual([]);
  });

  test('without the setting, no page is signed in to the demo account', async () => {
    expect(await configOf(await openTestProvider())).toMatchObject({ loggedIn: false });
  });
});
