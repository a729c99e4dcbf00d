import { expect } from 'vitest';
import { EVENT_TIER } from '../../../protocol/infrastructure/event-tier.ts';
import { COOKIE_NAMES } from '../../../protocol/infrastructure/cookies.ts';
import { makeLine, makeSettings } from '../../support/pipeline-harness.ts';
import type { RecordedRequest } from './support/recording-provider.ts';
import { pageSettings, test } from './support/worker-lab.ts';

/** Calls of the built worker, as its provider receives them. */

const bodyOf = (request: RecordedRequest | undefined): Record<string, unknown> =>
  JSON.parse(request?.body ?? '{}') as Record<string, unknown>;

const { client, page } = makeSettings();
/** A viewer whom the provider knows, on a page of a safe site. */
const VIEWER = {
  ...pageSettings({
    loggedIn: true,
    dataSyncId: 'viewer',
    authorization: 'Bearer token',
    xsrf: { fieldName: 'session_token', token: 'proof' },
    privacy: { ...page.privacy, enableSafetyMode: true, lockedSafetyMode: true },
  }),
  client: { ...client, visitorData: 'visitor' },
  experiments: 'a=1',
  clientScreenNonce: 'nonce',
  attestation: { scriptUrl: '/bot.js', program: 'program' },
};
const COMMON_HEADERS = {
  'x-goog-visitor-id': 'visitor',
  authorization: 'Bearer token',
  'x-youtube-client-name': '56',
  'x-youtube-client-version': '1.0',
  'x-youtube-time-zone': 'Europe/Berlin',
  'x-youtube-utc-offset': '60',
  'x-youtube-bootstrap-logged-in': 'true',
};
const PLAYABLE = { playabilityStatus: { status: 'OK' } };
const SHARED = { title: 'Film', shareUrl: '', embedUrl: '', embedCode: '' };
const { locationToken: LOCATION_COOKIE, preferences: PREFERENCES_COOKIE } = COOKIE_NAMES;
/** Responds with its program and the request that it is about. */
const BOT_SCRIPT = {
  headers: { 'Content-Type': 'text/javascript' },
  body: 'export const createBotDetection = (program) => ({ answer: async (binding) => `${program} ${binding}`, dispose() {} });',
};

test('a call has the common headers, and a context of client, viewer and page [N1, N3, C5, P11]', async ({
  lab: { provider, open },
}) => {
  const worker = await open();
  await worker.start(VIEWER);
  await worker.call('adStatusKnown', 'loaded');
  const options = { clickTrackingParams: 'click', clientScreenNonce: 'nonce' };
  await worker.ask('player', { videoId: 'film' }, options);
  await worker.ask('player', { videoId: 'other' }, { path: '/of/the/command' });
  const [request] = provider.to('/youtubei/v1/player');
  expect(request?.method).toBe('POST');
  expect(request?.headers).toMatchObject({ ...COMMON_HEADERS, 'content-type': 'application/json' });
  expect(bodyOf(request)).toEqual({
    videoId: 'film',
    context: {
      client: { ...client, visitorData: 'visitor', connectionType: expect.any(String) as unknown },
      user: {
        lockedSafetyMode: true,
        enableSafetyMode: true,
        serializedDelegationContext: 'viewer',
        consent: 'measured',
      },
      request: {
        useSsl: false,
        sessionId: 'a'.repeat(32),
        consistencyTokenJars: [],
        internalExperimentFlags: [{ key: 'a', value: '1' }],
      },
      clickTracking: { clickTrackingParams: 'click' },
      adSignalsInfo: { params: expect.arrayContaining([{ key: 'ad_status', value: 'loaded' }]) as unknown },
      clientScreenNonce: 'nonce',
    },
  });
  expect(bodyOf(provider.to('/of/the/command')[0])).toMatchObject({ videoId: 'other' });
});

test('every request to the provider has the common headers, and none to another origin [N1]', async ({
  lab: { provider, open },
}) => {
  const worker = await open();
  const { dataSyncId: _, ...settings } = VIEWER.page;
  const elsewhere = provider.origin.replace('127.0.0.1', 'localhost');
  const addresses = { ...page.addresses, networkCheck: `${elsewhere}/generate_204` };
  provider.answer('/getDatasyncIdsEndpoint', { body: { datasyncIds: ['viewer'] } });
  await worker.start({ ...VIEWER, page: { ...settings, addresses } });
  await expect.poll(() => provider.to('/pagead/id')).toHaveLength(1);
  provider.answer('/player', 'reset');
  provider.answer('/page_config', { status: 404 });
  await worker.ask('player', { videoId: 'film' });
  await worker.call('loadPageConfig', { ...makeSettings(), ...VIEWER, origin: provider.origin });
  await worker.call('logEvents', makeLine({ tier: EVENT_TIER.immediate }));
  await expect.poll(() => provider.to('/log_event')).not.toEqual([]);
  await expect.poll(() => provider.to('/error_204')).not.toEqual([]);
  const own = provider.requests.filter(({ headers }) => headers['host'] === new URL(provider.origin).host);
  const kinds = new Set(own.map(({ path }) => path.split('/').at(-1)));
  expect(kinds).toEqual(new Set(['getDatasyncIdsEndpoint', 'id', 'player', 'page_config', 'log_event', 'error_204']));
  for (const { headers, path } of own) expect(headers, path).toMatchObject(COMMON_HEADERS);
  for (const { headers } of provider.requests.filter((request) => !own.includes(request)))
    for (const name of Object.keys(COMMON_HEADERS)) expect(headers).not.toHaveProperty(name);
});

test('each action of a viewer has its path and fields, and a changing one proof of its intent [N2, N6, N7, N8, N9, N10, N11, B1]', async ({
  lab: { provider, open },
}) => {
  const worker = await open();
  provider.answer('/bot.js', BOT_SCRIPT);
  provider.answer('scribe', { body: { channels: [{ channelId: 'UC1', subscribed: true }] } });
  provider.answer('share_panel', { body: SHARED });
  provider.answer('/feedback', { body: { feedbackResponses: [{ isProcessed: true }] } });
  provider.answer('/modify_channel_preference', { body: { params: 'entity' } });
  provider.answer('/edit_playlist', { body: { status: 'STATUS_SUCCEEDED', playlistId: 'WL', videoIds: [] } });
  await worker.start(VIEWER);
  const subscription = { channelIds: ['UC1', 'UC2'], siloName: 'silo', params: 'p', clientFeature: 'embed' };
  const feedback = {
    feedbackTokens: ['token'],
    feedbackContext: { cpn: 'nonce', reason: 'spam' },
    isFeedbackTokenUnencrypted: true,
    shouldMerge: true,
  };
  const edit = { actions: [{ action: 'ACTION_ADD_VIDEO', addedVideoId: 'film' }], params: 'p', playlistId: 'WL' };
  for (const [endpoint, path, isChange, fields, added = {}] of [
    ['subscribe', 'subscription/subscribe', true, subscription, { botguardResponse: botResponse('subscribe') }],
    ['unsubscribe', 'subscription/unsubscribe', true, subscription, { botguardResponse: botResponse('unsubscribe') }],
    ['sharePanel', 'share/get_share_panel', false, { serializedSharedEntity: 'entity', clientParams: 'from' }],
    [
      'webPlayerSharePanel',
      'share/get_web_player_share_panel',
      false,
      { serializedSharedEntity: 'entity', includeListId: true },
    ],
    ['feedback', 'feedback', true, feedback],
    [
      'channelPreference',
      'notification/modify_channel_preference',
      true,
      { params: 'entity', secondaryParams: 'SOME' },
    ],
    ['editPlaylist', 'browse/edit_playlist', true, edit],
  ] as const) {
    expect(await worker.ask(endpoint, fields), endpoint).toMatchObject({ ok: true });
    const { context, ...sent } = bodyOf(provider.to(`/youtubei/v1/${path}`)[0]);
    expect(context, path).toMatchObject({ client: { clientName: 'WEB_EMBEDDED_PLAYER' } });
    expect(sent, path).toEqual({ ...fields, ...added, ...(isChange ? { sessionToken: 'proof' } : {}) });
  }
});

function botResponse(action: string): string {
  return `program subscription/${action}?UC1,UC2`;
}

test('a response may begin with the guard prefix, with or without its line feed [N17]', async ({
  lab: { provider, open },
}) => {
  const worker = await open();
  await worker.start();
  for (const prefix of [")]}'\n", ")]}'", '']) {
    provider.answer('/get_share_panel', { body: prefix + JSON.stringify(SHARED) });
    const answered = await worker.ask('sharePanel', { serializedSharedEntity: 'entity' });
    expect(answered, JSON.stringify(prefix)).toMatchObject({ ok: true, value: SHARED });
  }
});

test('a failed call names its kind and status; it and unreadable JSON are reported in fixed words [N22, E1]', async ({
  lab: { provider, open },
}) => {
  const worker = await open();
  await worker.start();
  const ask = () => worker.ask('sharePanel', { serializedSharedEntity: 'entity' });
  const reports = () => provider.to('/error_204').map(({ query }) => query.get('msg'));
  provider.answer('/get_share_panel', { status: 503 });
  expect(await ask()).toMatchObject({ code: 'net.badstatus', message: 'Request failed, status=503' });
  provider.answer('/get_share_panel', { body: '<html>' });
  expect(await ask()).toMatchObject({ ok: false, message: 'JSON parsing failed after fetch' });
  provider.answer('/get_share_panel', 'hang');
  const late = ask();
  await expect.poll(() => provider.to('/get_share_panel')).toHaveLength(3);
  await worker.advance(10_000);
  expect(await late).toMatchObject({ code: 'net.timeout', message: 'Request timed out' });
  provider.answer('/get_share_panel', 'reset');
  provider.answer('/generate_204', { status: 204 });
  expect(await ask()).toMatchObject({ code: 'net.unknown', message: 'Unknown request error' });
  /** The network works and the call does not get through: something between them blocks it. */
  await expect.poll(reports).toContain('An extension is blocking network request');
  expect(reports().toSorted()).toEqual([
    'An extension is blocking network request',
    'Error: API fetch failed',
    'JSON parsing failed after fetch',
  ]);
});

test('what a call lacks is said in fixed words: a start, a context, visitor data, a bot-detection program or script [E1, B1, B2, B8]', async ({
  lab: { provider, open },
}) => {
  const worker = await open();
  const subscribe = { channelIds: ['UC1'] };
  expect(await worker.ask('subscribe', subscribe)).toMatchObject({ message: 'innertube xhrclient not ready' });
  await worker.start();
  expect(await worker.ask('subscribe', subscribe)).toMatchObject({ message: 'Missing VISITOR_DATA' });

  const { context: _, ...withoutContext } = page;
  const shell = await open();
  await shell.start({ page: withoutContext });
  expect(await shell.ask('sharePanel', { serializedSharedEntity: 'entity' })).toMatchObject({
    message: 'Error: No InnerTubeContext shell provided in ytconfig.',
  });

  const bot = await open();
  const { attestation: _program, ...withoutProgram } = VIEWER;
  await bot.start(withoutProgram);
  expect(await bot.ask('subscribe', subscribe)).toMatchObject({
    message: 'Cannot initialize botguard without program',
  });
  const scriptless = await open();
  provider.answer('/bot.js', { status: 404 });
  await scriptless.start(VIEWER);
  expect(await scriptless.ask('subscribe', subscribe)).toMatchObject({ message: 'Unable to load Botguard' });
  expect(provider.to('/subscription/subscribe')).toEqual([]);
  /** The state of the loader, by its number: not begun, and not loaded from its address. */
  const states = () =>
    provider
      .to('/error_204')
      .map(({ query, body }) => [query.get('msg'), new URLSearchParams(body).get('param.state')]);
  await expect.poll(states).toContainEqual(['Cannot initialize botguard without program', '1']);
  await expect.poll(states).toContainEqual(['Unable to load Botguard', '3']);
  /** None of it stops the call that playback needs. */
  provider.answer('/player', { body: PLAYABLE });
  expect(await scriptless.ask('player', { videoId: 'film' })).toMatchObject({ ok: true });
});

test.for([
  ['a desktop', makeSettings().userAgent, 10_000],
  ['the mobile web', 'Mozilla/5.0 (Linux; Android 14; Mobile) Chrome/156.0.0.0', 15_000],
] as const)(
  'only a response that requires the place has %s asked for it, and is asked for again with it [B7]',
  async ([, userAgent, timeoutMs], { lab: { provider, open } }) => {
    const worker = await open();
    await worker.start({ userAgent });
    provider.answer('/player', { body: PLAYABLE });
    await worker.ask('player', { videoId: 'film' });
    expect(await worker.hookCalls()).toEqual([]);
    provider.answer('/player', (request) => ({
      body: { ...PLAYABLE, locationRequired: !request.body.includes('"locationInfo"') },
    }));
    await worker.ask('player', { videoId: 'far' });
    expect(await worker.hookCalls()).toEqual([['askLocation', timeoutMs, 0]]);
    const [, , repeated] = provider.to('/player').map(bodyOf);
    expect(repeated).toMatchObject({
      videoId: 'far',
      context: { client: { locationInfo: { locationInfoStatus: 'granted', latitude: 52.5, longitude: 13.4 } } },
    });
  },
);

test('what a response says to remember goes along with later calls, each for its time [N18, S9]', async ({
  lab: { provider, open },
}) => {
  const worker = await open();
  await worker.start();
  const jar = { encryptedTokenJarContents: 'jar', expirationSeconds: 100 };
  const responseContext = { consistencyTokenJar: jar, locationPlayabilityToken: 'place' };
  provider.answer('/player', { body: { ...PLAYABLE, responseContext } });
  const sent = async () => {
    await worker.ask('player', { videoId: 'film' });
    provider.answer('/player', { body: PLAYABLE });
    return bodyOf(provider.to('/player').at(-1))['context'];
  };
  expect(await sent()).toMatchObject({ request: { consistencyTokenJars: [] } });
  expect(await worker.hookCalls()).toEqual([['writeCookie', LOCATION_COOKIE, 'place', 15_552_000]]);
  const kept = { client: { locationInfo: { locationPlayabilityToken: 'place' } } };
  expect(await sent()).toMatchObject({
    ...kept,
    request: { consistencyTokenJars: [{ encryptedTokenJarContents: 'jar' }] },
  });
  /** A worker that replaces it, and the next page, have them too. */
  const replacing = await open();
  await replacing.start();
  await replacing.ask('player', { videoId: 'film' });
  expect(bodyOf(provider.to('/player').at(-1))['context']).toMatchObject({
    request: { consistencyTokenJars: [{ encryptedTokenJarContents: 'jar' }] },
  });
  await worker.advance(100_000);
  expect(await sent()).toMatchObject({ ...kept, request: { consistencyTokenJars: [] } });

  const later = await open();
  await later.start({ cookies: `${LOCATION_COOKIE}=place` });
  await later.ask('player', { videoId: 'film' });
  expect(bodyOf(provider.to('/player').at(-1))['context']).toMatchObject(kept);
});

test('preferences are one cookie of two years, with keys of word characters and the density of the screen [S9]', async ({
  lab: { open },
}) => {
  const worker = await open();
  const cookies = `other=1; ${PREFERENCES_COOKIE}=volume=50`;
  await worker.start({ cookies });
  expect(await worker.call('readPreferences')).toMatchObject({ ok: true, value: { volume: '50' } });
  expect(await worker.call('writePreference', 'of two words', '1', cookies)).toMatchObject({ ok: false });
  expect(await worker.call('writePreference', 'rate', '1.5', cookies)).toMatchObject({ ok: true });
  const writes = await worker.hookCalls();
  const written = writes.map(([, name, value, lifetimeSeconds]) => [
    name,
    Object.fromEntries(new URLSearchParams(String(value))),
    lifetimeSeconds,
  ]);
  /** 67108864, as hexadecimal. */
  expect(written.at(-1)).toEqual([PREFERENCES_COOKIE, { volume: '50', rate: '1.5', f: '4000000' }, 63_072_000]);
});
