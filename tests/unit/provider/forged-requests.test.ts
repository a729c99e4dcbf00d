import { expect, test } from 'vitest';
import { PageConfig } from '../../../protocol/page/page-config.ts';
import { DataSyncIdsResponse } from '../../../protocol/provider/identity.ts';
import { PlayerResponse } from '../../../protocol/provider/player-response.ts';
import { HEADERS } from '../../../protocol/provider/request-context.ts';
import { newViewer } from './support/bot-response.ts';
import { context, openTestProvider, readJson, type TestProvider } from './support/test-provider.ts';

const COOKIE = { Cookie: 'user=ada' };
const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin' };
const STRANGERS: Record<string, string>[] = [
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
];
/** A form of another site that navigates to its response. */
const FORM = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };

/** A provider whose operator identifies viewers by cookie. */
function openSignedIn(): Promise<TestProvider> {
  return openTestProvider({
    site: { consent: 'functional' },
    dataSyncIdOf: ({ headers }) =>
      /\buser=(\w+)/.exec(headers.get('Cookie') ?? headers.get('Authorization') ?? '')?.[1],
  });
}

async function configFor(provider: TestProvider, headers: Record<string, string>): Promise<PageConfig> {
  return PageConfig.parse(await readJson(await provider.get('/youtubei/v1/page_config?video_id=orieldemo01', headers)));
}

const TEXT = { 'Content-Type': 'text/plain' };

function edit(provider: TestProvider, headers: Record<string, string>, fields: object = {}): Promise<Response> {
  const actions = [{ action: 'ACTION_ADD_VIDEO', addedVideoId: 'orieldemo01' }];
  const body = JSON.stringify({ context: context(), playlistId: 'WL', actions, ...fields });
  return provider.post('/youtubei/v1/browse/edit_playlist', body, { ...TEXT, ...headers });
}

async function hasSaved(provider: TestProvider): Promise<boolean | undefined> {
  return (await configFor(provider, { ...COOKIE, ...SAME_ORIGIN })).playerResponse?.viewerState?.playlists[0]?.contains;
}

test('a call of a signed-in viewer needs the token of the viewer’s page [N2]', async () => {
  const provider = await openSignedIn();
  const ownToken = (await configFor(provider, { ...COOKIE, ...SAME_ORIGIN })).xsrf?.token;
  const strangersToken = (await configFor(provider, {})).xsrf?.token;
  const gracesToken = (await configFor(provider, { Cookie: 'user=grace' })).xsrf?.token;
  for (const sessionToken of [undefined, '', 'guess', strangersToken, gracesToken, 7]) {
    const refused = await edit(provider, { ...COOKIE, ...SAME_ORIGIN }, { sessionToken });
    expect(refused.status).toBe(403);
    expect(await readJson(refused)).toMatchObject({
      error: { message: expect.stringContaining('sessionToken') as string },
    });
  }
  expect(await hasSaved(provider)).toBe(false);
  expect((await edit(provider, { ...COOKIE, ...SAME_ORIGIN }, { sessionToken: ownToken })).status).toBe(200);
  expect(await hasSaved(provider)).toBe(true);
});

test.each([
  'feedback',
  'browse/edit_playlist',
  'notification/modify_channel_preference',
  'subscription/subscribe',
  'subscription/unsubscribe',
])('the call %s of a signed-in viewer is refused without the token of the viewer’s page', async (path) => {
  const provider = await openSignedIn();
  const { sharedEntity, feedbackTokens } = await newViewer(provider);
  const fields = {
    context: context(),
    feedbackTokens,
    feedbackContext: {},
    params: sharedEntity,
    playlistId: 'WL',
    actions: [{ action: 'ACTION_ADD_VIDEO', addedVideoId: 'orieldemo01' }],
    channelIds: ['oriel-demo-channel'],
    botguardResponse: 'none',
  };
  const refused = await provider.post(`/youtubei/v1/${path}`, fields, { ...COOKIE, ...SAME_ORIGIN });
  expect(refused.status).toBe(403);
  expect(await refused.text()).toContain('sessionToken');
});

test('a page of another origin cannot act for a viewer known by cookie, whatever it sends [N2]', async () => {
  const provider = await openSignedIn();
  const ownToken = (await configFor(provider, { ...COOKIE, ...SAME_ORIGIN })).xsrf?.token;
  for (const stranger of [...STRANGERS, FORM]) {
    expect((await edit(provider, { ...COOKIE, ...stranger }, { sessionToken: ownToken })).status).toBe(401);
    const { visitorData } = await newViewer(provider);
    const planted = await edit(provider, { ...COOKIE, ...stranger, [HEADERS.visitorId]: visitorData });
    expect([planted.status, planted.headers.has('Set-Cookie')]).toEqual([200, false]);
  }
  expect(await hasSaved(provider)).toBe(false);
});

test('calls with visitor data or a bearer token, which browsers do not send by themselves, need no form token', async () => {
  const provider = await openSignedIn();
  const { visitorData } = await newViewer(provider);
  const visitor = { [HEADERS.visitorId]: visitorData };
  expect((await edit(provider, { ...visitor, Origin: 'https://pages.example' })).status).toBe(200);
  const own = await edit(provider, { ...visitor, ...SAME_ORIGIN });
  expect([own.status, own.headers.has('Set-Cookie')]).toEqual([200, true]);
  expect((await edit(provider, { Authorization: 'Bearer user=ada', Origin: 'https://pages.example' })).status).toBe(
    200,
  );
  expect((await edit(provider, { Authorization: 'Basic user=ada', ...SAME_ORIGIN })).status).toBe(403);
});

test('a page of another origin gets no data of a viewer known by cookie [N12]', async () => {
  const provider = await openSignedIn();
  const own = await configFor(provider, { ...COOKIE, ...SAME_ORIGIN });
  expect([own.loggedIn, own.dataSyncId]).toEqual([true, 'ada']);
  for (const stranger of STRANGERS) {
    const config = await configFor(provider, { ...COOKIE, ...stranger });
    expect([config.loggedIn, config.dataSyncId, config.xsrf]).toEqual([false, undefined, undefined]);
    const ids = await readJson(await provider.get('/getDatasyncIdsEndpoint', { ...COOKIE, ...stranger }));
    expect(DataSyncIdsResponse.parse(ids).datasyncIds).toEqual([]);
  }
});

test('a call from another origin does not recognise a returning viewer, an embedded page does', async () => {
  const provider = await openTestProvider({ site: { consent: 'functional' } });
  const { visitorData } = await newViewer(provider);
  const kept = await edit(provider, { [HEADERS.visitorId]: visitorData });
  const Cookie = kept.headers.get('Set-Cookie')?.split(';')[0] ?? '';
  const saved = async (headers: Record<string, string>): Promise<boolean | undefined> =>
    (await configFor(provider, { Cookie, ...headers })).playerResponse?.viewerState?.playlists[0]?.contains;
  expect(await saved({ ...SAME_ORIGIN })).toBe(true);
  for (const stranger of STRANGERS) expect(await saved(stranger)).toBe(false);
  const framed = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' };
  const html = await (await provider.get('/embed/orieldemo01', { Cookie, ...framed })).text();
  expect(html).toContain('"title":"Saved videos","contains":true');
});

test('the token of a form is bound to one viewer: another visitor and another user cannot use it [N2]', async () => {
  const provider = await openSignedIn();
  const report = async (token: string | undefined, headers: Record<string, string>): Promise<number> => {
    const form = new URLSearchParams({ session_token: token ?? '' }).toString();
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return (await provider.post('/error_204?type=x&msg=y', form, { ...type, ...SAME_ORIGIN, ...headers })).status;
  };
  const first = await configFor(provider, SAME_ORIGIN);
  const second = await configFor(provider, SAME_ORIGIN);
  const shown = (config: PageConfig) => ({ [HEADERS.visitorId]: config.context?.client.visitorData ?? '' });
  expect(await report(first.xsrf?.token, shown(first))).toBe(204);
  expect(await report(first.xsrf?.token, {})).toBe(204);
  expect(await report(first.xsrf?.token, shown(second))).toBe(403);
  expect(await report(first.xsrf?.token, COOKIE)).toBe(403);
  expect(await report((await configFor(provider, { ...COOKIE, ...SAME_ORIGIN })).xsrf?.token, COOKIE)).toBe(204);
});

async function openGuarded(publicOrigin?: string): Promise<TestProvider> {
  const { catalog } = await openTestProvider();
  const demo = catalog.videos.get('orieldemo01');
  if (demo === undefined) throw new Error('the catalog has no demo');
  const video = { ...demo, allowedHosts: ['news.example', 'pages.example'] };
  const guarded = { ...catalog, videos: new Map([[video.id, video]]) };
  return openTestProvider({ catalog: guarded, ...(publicOrigin === undefined ? {} : { publicOrigin }) });
}

/** Headers from a page in a sandbox, or at a `data:` address. */
const OPAQUE = { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' };
const PAGES = { Origin: 'https://pages.example', 'Sec-Fetch-Site': 'cross-site' };

type Framed = readonly [by: string, headers: Record<string, string>, claimed: string | undefined, status: string];

test.each<Framed>([
  ['an allowed host', PAGES, 'https://news.example', 'OK'],
  ['another host', PAGES, 'https://thief.example', 'BLOCKED'],
  ['a host with an opaque origin', PAGES, 'null', 'BLOCKED'],
  ['no host', PAGES, undefined, 'OK'],
  [
    'an allowed host, as a page of another origin claims',
    { ...PAGES, Origin: 'https://thief.example' },
    'https://news.example',
    'BLOCKED',
  ],
  ['no host, as the provider’s own page reports', SAME_ORIGIN, undefined, 'OK'],
  ['an allowed host, as the provider’s own page reports', SAME_ORIGIN, 'https://news.example', 'OK'],
  ...['null', '', 'about:blank', 'data:text/html,page', 'blob:null/1', 'file://', 'capacitor://localhost'].map(
    (host): Framed => [
      `a host without an origin (${host}), as the provider’s own page reports`,
      SAME_ORIGIN,
      host,
      'BLOCKED',
    ],
  ),
  ...[undefined, 'null', 'about:blank', 'https://news.example', 'http://player.example'].flatMap((host) =>
    [OPAQUE, { Origin: 'null' }, { 'Sec-Fetch-Site': 'cross-site' }].map((headers): Framed => [
      `${host}, as a page without an origin claims`,
      headers,
      host,
      'BLOCKED',
    ]),
  ),
  ['another host, as the provider’s own page reports', SAME_ORIGIN, 'https://thief.example', 'BLOCKED'],
  ['the provider’s own page', SAME_ORIGIN, 'http://player.example', 'OK'],
])(
  'a restricted video gives its streams only to allowed embedders: framed by %s',
  async (_, headers, embedder, status) => {
    const provider = await openGuarded();
    const query = embedder === undefined ? '' : `&embedder=${encodeURIComponent(embedder)}`;
    const config = await readJson(await provider.get(`/youtubei/v1/page_config?video_id=orieldemo01${query}`, headers));
    const called = await readJson(
      await provider.post(
        '/youtubei/v1/player',
        { context: context({ originalUrl: embedder }), videoId: 'orieldemo01' },
        headers,
      ),
    );
    for (const response of [PageConfig.parse(config).playerResponse, PlayerResponse.parse(called)]) {
      expect(response?.playabilityStatus.status).toBe(status);
      expect(response?.streamingData !== undefined).toBe(status === 'OK');
    }
  },
);
