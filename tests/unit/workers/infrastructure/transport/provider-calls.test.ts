import { expect, test } from 'vitest';
import type { EndpointRequest } from '../../../../../protocol/provider/endpoints.ts';
import { GUARD_PREFIX } from '../../../../../protocol/provider/guard-prefix.ts';
import { RequestContext } from '../../../../../protocol/provider/request-context.ts';
import type { InfrastructureSettings } from '../../../../../protocol/infrastructure/rpc.ts';
import { createSeededRandom } from '../../../../support/fake-clock.ts';
import { makeSettings } from '../../../../support/pipeline-harness.ts';
import { bodyOf, createServiceHarness, json, type Reply } from '../../../../support/service-harness.ts';

const PLAYER = { playabilityStatus: { status: 'OK' } };
const PATH = '/youtubei/v1/player';

async function startHarness(change: Partial<InfrastructureSettings> = {}, reply: () => Reply = () => json(PLAYER)) {
  const harness = createServiceHarness();
  harness.replies.set(PATH, reply);
  await harness.start(change);
  const call = (options = {}) => harness.settled(harness.service.call('player', { videoId: 'orieldemo01' }, options));
  return { ...harness, call };
}

function withPage(change: Partial<InfrastructureSettings['page']>): Partial<InfrastructureSettings> {
  return { page: makeSettings(change).page };
}

function contextIn(request: Parameters<typeof bodyOf>[0]): RequestContext {
  return RequestContext.parse(bodyOf(request)['context']);
}

test('a call has the common headers [N1]', async () => {
  const { call, seenAt } = await startHarness(
    withPage({
      loggedIn: true,
      dataSyncId: 'user',
      authorization: 'Bearer token',
      context: { client: { clientName: 'WEB_EMBEDDED_PLAYER', clientVersion: '1.0', visitorData: 'visitor' } },
    }),
  );
  await call();
  expect(seenAt(PATH)[0]?.headers).toMatchObject({
    'content-type': 'application/json',
    'x-youtube-client-name': '56',
    'x-youtube-client-version': '1.0',
    'x-youtube-time-zone': 'Europe/Berlin',
    'x-youtube-utc-offset': '60',
    'x-youtube-bootstrap-logged-in': 'true',
    authorization: 'Bearer token',
  });
});

/** A request of each kind except calls and logs, for a signed-in viewer without a data-sync id in the page. */
async function requestsOfEachKind(addresses: Partial<InfrastructureSettings['page']['addresses']> = {}) {
  const harness = createServiceHarness({ random: { ...createSeededRandom(), fraction: () => 0 } });
  const settings = makeSettings({ loggedIn: true, authorization: 'Bearer token' });
  const page = { ...settings.page, addresses: { ...settings.page.addresses, ...addresses } };
  const client = { ...settings.client, visitorData: 'visitor' };
  await harness.settled(harness.service.loadPageConfig({ ...settings, page, client }));
  await harness.start({ page, client });
  await harness.clock.advance(1_000);
  const paths = ['/youtubei/v1/page_config', '/error_204', '/getDatasyncIdsEndpoint', '/pagead/id', '/generate_204'];
  return paths.map((path) => ({ path, headers: harness.seenAt(path)[0]?.headers }));
}

test('requests that are neither calls nor logs have the common headers too [N1]', async () => {
  for (const { path, headers } of await requestsOfEachKind())
    expect(headers, path).toMatchObject({
      'content-type': path === '/error_204' ? 'application/x-www-form-urlencoded' : 'application/json',
      'x-youtube-client-name': '56',
      'x-youtube-client-version': '1.0',
      'x-youtube-time-zone': 'Europe/Berlin',
      'x-youtube-utc-offset': '60',
      'x-youtube-bootstrap-logged-in': 'true',
      'x-goog-visitor-id': 'visitor',
      authorization: 'Bearer token',
    });
});

test('a request to an address outside the provider has no headers [N1]', async () => {
  const requests = await requestsOfEachKind({ visitorId: 'https://ads.example/pagead/id' });
  expect(requests.find(({ path }) => path === '/pagead/id')?.headers).toEqual({});
});

test('a call has visitor data as a header if the page has it, and no authorization of a signed-out viewer [N1]', async () => {
  const settings = makeSettings();
  const { call, seenAt } = await startHarness({ client: { ...settings.client, visitorData: 'visitor' } });
  await call();
  expect(seenAt(PATH)[0]?.headers).toMatchObject({
    'x-goog-visitor-id': 'visitor',
    'x-youtube-bootstrap-logged-in': 'false',
  });
  expect(seenAt(PATH)[0]?.headers).not.toHaveProperty('authorization');
});

test('a call of a private embed has neither visitor data nor a session id [P10]', async () => {
  const settings = makeSettings();
  const { call, seenAt } = await startHarness({
    ...withPage({ privacy: { ...settings.page.privacy, privateEmbed: true } }),
    client: { ...settings.client, visitorData: 'visitor' },
  });
  await call();
  const [request] = seenAt(PATH);
  expect(request?.headers).not.toHaveProperty('x-goog-visitor-id');
  expect(JSON.stringify(request && contextIn(request))).not.toMatch(/visitor|aaaaaaaa/);
});

test('the body of a call has its context and its fields [N3, C5]', async () => {
  const { call, seenAt } = await startHarness({ experiments: 'fast=1,plain' });
  await call({ clickTrackingParams: 'click' });
  const [request] = seenAt(PATH);
  if (request === undefined) throw new Error('no request');
  expect(request.method).toBe('POST');
  expect(bodyOf(request)).toMatchObject({ videoId: 'orieldemo01' });
  expect(contextIn(request)).toMatchObject({
    client: {
      clientName: 'WEB_EMBEDDED_PLAYER',
      clientVersion: '1.0',
      screenWidthPoints: 1280,
      screenHeightPoints: 720,
      screenPixelDensity: 2,
      utcOffsetMinutes: 60,
      timeZone: 'Europe/Berlin',
      userInterfaceTheme: 'USER_INTERFACE_THEME_DARK',
      connectionType: '4g',
    },
    user: { lockedSafetyMode: false },
    request: {
      useSsl: true,
      consistencyTokenJars: [],
      internalExperimentFlags: [
        { key: 'fast', value: '1' },
        { key: 'plain', value: 'true' },
      ],
    },
    clickTracking: { clickTrackingParams: 'click' },
    adSignalsInfo: { params: [{ key: 'bid', value: 'visitor' }] },
    clientScreenNonce: 'nonce',
  });
});

test('a call has the connection type at the time of the call [C5]', async () => {
  const { call, seenAt, network } = await startHarness();
  await call();
  network.type = '2g';
  await call();
  expect(seenAt(PATH).map((request) => contextIn(request).client.connectionType)).toEqual(['4g', '2g']);
});

test('the safety modes of the page are in the context of a call [P11]', async () => {
  const { privacy } = makeSettings().page;
  const { call, seenAt } = await startHarness(
    withPage({ privacy: { ...privacy, enableSafetyMode: true, lockedSafetyMode: true } }),
  );
  await call();
  expect(seenAt(PATH).map((request) => contextIn(request).user)).toEqual([
    { enableSafetyMode: true, lockedSafetyMode: true, consent: 'measured' },
  ]);
});

test('the option path replaces the path of a call [N3]', async () => {
  const harness = await startHarness();
  harness.replies.set('/elsewhere', () => json(PLAYER));
  expect(await harness.call({ path: '/elsewhere/player' })).toMatchObject({ ok: true });
  expect(harness.seenAt('/elsewhere/player')).toHaveLength(1);
});

test('without a context shell no call is made, and the failure names the reason [E1]', async () => {
  const { context: _context, ...page } = makeSettings().page;
  const { call, seenAt } = await startHarness({ page });
  expect(await call()).toMatchObject({
    ok: false,
    message: 'Error: No InnerTubeContext shell provided in ytconfig.',
  });
  expect(seenAt(PATH)).toEqual([]);
});

test('a call with invalid fields fails and is not sent', async () => {
  const { service, settled, seenAt } = await startHarness();
  const outcome = await settled(service.call('player', { videoId: 7 } as never));
  expect(outcome).toMatchObject({ ok: false, code: 'edge.invalid', message: expect.stringContaining('videoId') });
  expect(seenAt(PATH)).toEqual([]);
});

test.each([GUARD_PREFIX, ")]}'"])('a response with the guard prefix %j is read [N17]', async (prefix) => {
  const { call } = await startHarness({}, () => new Response(prefix + JSON.stringify(PLAYER)));
  expect(await call()).toMatchObject({ ok: true, value: PLAYER });
});

test('a response that is not JSON fails with the message of the catalogue [E1, N22]', async () => {
  const { call, reports, clock } = await startHarness({}, () => new Response('<html>'));
  expect(await call()).toMatchObject({ ok: false, message: 'JSON parsing failed after fetch' });
  await clock.advance(0);
  expect(reports()).toContainEqual(['JSON parsing failed after fetch', 'warning']);
});

test('a failed call is reported with the message of the catalogue [E1, N22]', async () => {
  const { call, reports, clock } = await startHarness({}, () => json({}, { status: 500 }));
  await call();
  await clock.advance(0);
  expect(reports()).toContainEqual(['Error: API fetch failed', 'warning']);
});

test('a response of the wrong shape fails, and the message names the field', async () => {
  const { call } = await startHarness({}, () => json({ playabilityStatus: { status: 'PERHAPS' } }));
  expect(await call()).toMatchObject({
    ok: false,
    code: 'edge.invalid',
    message: expect.stringContaining('playabilityStatus.status'),
  });
});

const EDIT: EndpointRequest<'editPlaylist'> = {
  playlistId: 'PL1',
  actions: [{ action: 'ACTION_ADD_VIDEO', addedVideoId: 'orieldemo01' }],
};

test('a call that changes data sends the XSRF token, only to the page’s own origin [N2]', async () => {
  const xsrf = { fieldName: 'session_token', token: 'secret' };
  const client = { ...makeSettings().client, visitorData: 'visitor' };
  const sessionTokenTo = async (api: string): Promise<unknown[]> => {
    const harness = createServiceHarness();
    const { page } = makeSettings({ xsrf });
    await harness.start({ client, page: { ...page, addresses: { ...page.addresses, api } } });
    await harness.settled(harness.service.call('editPlaylist', EDIT));
    await harness.settled(harness.service.call('player', { videoId: 'orieldemo01' }));
    const [edit] = harness.seenAt('/youtubei/v1/browse/edit_playlist');
    const [player] = harness.seenAt(PATH);
    return [edit, player].map((request) => request && bodyOf(request)['sessionToken']);
  };
  expect(await sessionTokenTo('')).toEqual(['secret', undefined]);
  expect(await sessionTokenTo('https://other.example')).toEqual([undefined, undefined]);
});

test.each([
  ['sharePanel', 'share/get_share_panel', { serializedSharedEntity: 'e' }],
  ['webPlayerSharePanel', 'share/get_web_player_share_panel', { serializedSharedEntity: 'e', includeListId: true }],
  ['feedback', 'feedback', { feedbackTokens: ['t'], feedbackContext: { cpn: 'c' } }],
  ['channelPreference', 'notification/modify_channel_preference', { params: 'p', secondaryParams: 'all' }],
  [
    'editPlaylist',
    'browse/edit_playlist',
    { actions: [{ action: 'ACTION_ADD_VIDEO', addedVideoId: 'v' }], playlistId: 'PL1' },
  ],
  ['heartbeat', 'player/heartbeat', { videoId: 'v', heartbeatToken: 't', sequenceNumber: 1 }],
] as const)('%s is a call to %s with its fields [N7, N8, N9, N10, N11, N23]', async (endpoint, path, fields) => {
  const settings = makeSettings();
  const harness = createServiceHarness();
  await harness.start({ client: { ...settings.client, visitorData: 'visitor' } });
  await harness.settled(harness.service.call(endpoint, fields as never));
  const [request] = harness.seenAt(`/youtubei/v1/${path}`);
  expect(request && bodyOf(request)).toMatchObject(fields);
});
