import { expect, test } from 'vitest';
import { PageConfig } from '../../../protocol/page/page-config.ts';
import type { Video } from '../../../src/provider/catalog/catalog.ts';
import type { SiteSettings } from '../../../src/provider/catalog/site-settings.ts';
import { context, openTestProvider, readJson, type TestProvider } from './support/test-provider.ts';

/** Origin of players that another server serves as plain files, which the operator has listed in `pageOrigins`. */
const PLAYERS = 'https://players.example';
const COOKIE = { Cookie: 'user=ada' };
const TEXT = { 'Content-Type': 'text/plain' };
/** Headers of a browser that calls from such a player, with the cookies of the provider. */
const STATIC = { Origin: PLAYERS, 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors', ...COOKIE };

/** A provider whose operator identifies viewers by cookie. */
async function open(site: Partial<SiteSettings> = {}, allowedHosts = ['*']): Promise<TestProvider> {
  const { catalog } = await openTestProvider();
  const videos = [...catalog.videos].map(([id, video]): [string, Video] => [id, { ...video, allowedHosts }]);
  return openTestProvider({
    pageOrigins: [PLAYERS],
    catalog: { ...catalog, videos: new Map(videos), site: { ...catalog.site, ...site } },
    dataSyncIdOf: ({ headers }) => /\buser=(\w+)/.exec(headers.get('Cookie') ?? '')?.[1],
  });
}

async function configFor(provider: TestProvider, headers: Record<string, string>, query = ''): Promise<PageConfig> {
  const path = `/youtubei/v1/page_config?video_id=orieldemo01${query}`;
  return PageConfig.parse(await readJson(await provider.get(path, headers)));
}

function save(provider: TestProvider, fields: object = {}): Promise<Response> {
  const actions = [{ action: 'ACTION_ADD_VIDEO', addedVideoId: 'orieldemo01' }];
  const body = JSON.stringify({ context: context(), playlistId: 'WL', actions, ...fields });
  return provider.post('/youtubei/v1/browse/edit_playlist', body, { ...TEXT, ...STATIC });
}

test('a static player of a listed origin acts for the signed-in viewer with the token of its configuration [N2]', async () => {
  const provider = await open();
  const config = await configFor(provider, STATIC);
  expect(config).toMatchObject({ loggedIn: true, dataSyncId: 'ada' });
  expect((await save(provider)).status).toBe(403);
  expect((await save(provider, { sessionToken: config.xsrf?.token })).status).toBe(200);
  expect((await configFor(provider, STATIC)).playerResponse?.viewerState?.playlists[0]?.contains).toBe(true);
  const stranger = await configFor(provider, { ...STATIC, Origin: 'https://evil.example' });
  expect(stranger).toMatchObject({ loggedIn: false });
  expect(stranger.xsrf).toBeUndefined();
});

test.each([
  [PLAYERS, PLAYERS, 'true'],
  ['https://evil.example', '*', null],
  ['null', '*', null],
])('a page of %s may read responses for %s, with cookies: %s', async (origin, allowed, credentials) => {
  const provider = await open();
  const path = '/youtubei/v1/page_config';
  const headers = { Origin: origin };
  const preflight = await provider.fetch(new Request(`http://player.example${path}`, { method: 'OPTIONS', headers }));
  const refused = await provider.post('/youtubei/v1/player', 'no JSON', { ...TEXT, ...headers });
  expect([preflight.status, refused.status]).toEqual([204, 400]);
  for (const response of [preflight, refused, await provider.get(path, headers)]) {
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(allowed);
    expect(response.headers.get('Access-Control-Allow-Credentials')).toBe(credentials);
    expect(response.headers.get('Vary')).toContain('Origin');
  }
});

test('a page of a listed origin cannot read the operator API', async () => {
  const provider = await open();
  const response = await provider.get('/provider/api/summary', STATIC);
  expect(response.status).toBe(403);
  expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
});

test('a static player of a private host is private, and its viewer gets no cookie [P10]', async () => {
  const provider = await open({ privateEmbedHosts: ['players.example'] });
  expect((await configFor(provider, STATIC)).privacy.privateEmbed).toBe(true);
  expect((await configFor(provider, STATIC)).playerResponse?.viewerState).toBeUndefined();
  expect((await configFor(provider, { ...STATIC, Origin: 'https://other.example' })).privacy.privateEmbed).toBe(false);
});

test('allowed hosts also apply to static players: a listed origin itself is allowed, an opaque origin is blocked', async () => {
  const provider = await open({}, ['news.example']);
  const status = async (embedder: string | undefined, origin = PLAYERS) => {
    const query = embedder === undefined ? '' : `&embedder=${encodeURIComponent(embedder)}`;
    return (await configFor(provider, { ...STATIC, Origin: origin }, query)).playerResponse?.playabilityStatus.status;
  };
  expect(await status('https://news.example')).toBe('OK');
  expect(await status(undefined)).toBe('OK');
  expect(await status('https://evil.example')).toBe('BLOCKED');
  expect(await status('null')).toBe('BLOCKED');
  expect(await status('https://news.example', 'https://evil.example')).toBe('BLOCKED');
});
