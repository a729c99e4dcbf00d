import { expect, test } from 'vitest';
import type { PageSettings } from '../../../../../workers/infrastructure/context/session.ts';
import { idsIn, makeLine, makeSettings } from '../../../../support/pipeline-harness.ts';
import { bodyOf, createServiceHarness, json, type ServiceHarness } from '../../../../support/service-harness.ts';

const VISITOR_ID = '/pagead/id';
const PLAYER = '/youtubei/v1/player';
const { page: PAGE } = makeSettings();

interface SentContext {
  readonly adSignalsInfo: { readonly params: readonly unknown[] };
  readonly client: { readonly visitorData?: string };
  readonly request: { readonly sessionId?: string };
}

function withPrivacy(change: Partial<PageSettings['privacy']>): PageSettings {
  return { ...PAGE, privacy: { ...PAGE.privacy, ...change } };
}

function openHarness(): ServiceHarness {
  const harness = createServiceHarness();
  harness.replies.set(VISITOR_ID, () => json({ id: 'visitor', type: 1 }));
  return harness;
}

/** The context of one more call, as received by the provider. */
async function sentContext({ service, settled, seenAt }: ServiceHarness): Promise<SentContext> {
  await settled(service.call('player', { videoId: 'orieldemo01' }));
  const request = seenAt(PLAYER).at(-1);
  if (request === undefined) throw new Error('no call was sent');
  return (bodyOf(request) as { context: SentContext }).context;
}

const adSignals = async (harness: ServiceHarness): Promise<readonly unknown[]> =>
  (await sentContext(harness)).adSignalsInfo.params;

test('the visitor id is in the ad signals of every call [B3, N13]', async () => {
  const harness = openHarness();
  await harness.start();
  await harness.clock.advance(0);
  expect(harness.seenAt(VISITOR_ID)).toHaveLength(1);
  expect(await adSignals(harness)).toEqual([{ key: 'bid', value: 'visitor' }]);
});

test.each([
  ['without consent [B4]', { page: withPrivacy({ visitorIdConsent: false }) }],
  ['in a private embed [B5, P10]', { page: withPrivacy({ privateEmbed: true }) }],
  ['against Global Privacy Control [B4]', { objectsToTracking: true }],
  ['on a page of an education host [B6, P9]', { page: withPrivacy({ educationHosts: ['player.example'] }) }],
  [
    'embedded by an education host [B6, P9]',
    {
      page: withPrivacy({ educationHosts: ['school.example'] }),
      client: { ...makeSettings().client, originalUrl: 'https://school.example' },
    },
  ],
])('no visitor id is requested for %s', async (_why, settings) => {
  const harness = openHarness();
  await harness.start(settings);
  await harness.clock.advance(3_600_000);
  expect(harness.seenAt(VISITOR_ID)).toEqual([]);
  expect(await adSignals(harness)).toEqual([]);
});

test('a page without its configuration requests nothing until it has it, then the visitor id [B4]', async () => {
  const harness = openHarness();
  const { context, ...plain } = withPrivacy({ visitorIdConsent: true });
  const player = { args: {}, attrs: { width: '1', height: '1', id: 'p' }, assets: { js: '', css: '' }, loaded: true };
  harness.replies.set('/youtubei/v1/page_config', () => json({ ...PAGE, player, context }));
  await harness.start({ page: plain });
  await harness.clock.advance(10_000);
  expect(harness.seenAt(VISITOR_ID)).toEqual([]);
  expect(await harness.settled(harness.service.loadPageConfig('orieldemo01'))).toMatchObject({ ok: true });
  await harness.clock.advance(0);
  expect(harness.seenAt(VISITOR_ID)).toHaveLength(1);
});

test('a page that is private by its host name requests nothing and identifies no viewer [P10, B5]', async () => {
  const harness = openHarness();
  const { context, ...plain } = PAGE;
  const player = { args: {}, attrs: { width: '1', height: '1', id: 'p' }, assets: { js: '', css: '' }, loaded: true };
  const { privacy } = withPrivacy({ privateEmbedHosts: ['player.example'] });
  harness.replies.set('/youtubei/v1/page_config', () => json({ ...PAGE, player, context, privacy }));
  await harness.start({ page: plain, client: { ...makeSettings().client, visitorData: 'known' } });
  await harness.settled(harness.service.loadPageConfig('orieldemo01'));
  await harness.clock.advance(10_000);
  expect(harness.seenAt(VISITOR_ID)).toEqual([]);
  const sent = await sentContext(harness);
  expect(sent.client.visitorData).toBeUndefined();
  expect(sent.request.sessionId).toBeUndefined();
});

const PLAYER_CONFIG = {
  args: {},
  attrs: { width: '1', height: '1', id: 'p' },
  assets: { js: '', css: '' },
  loaded: true,
};

test('a plain page subscribes with the program that came with its configuration [N6, B1]', async () => {
  const harness = createServiceHarness({
    importModule: async () => ({
      createBotDetection: (program: string) => ({ answer: async () => `${program} answered`, dispose() {} }),
    }),
  });
  const { context, ...plain } = PAGE;
  const attestation = { scriptUrl: '/bot.js', program: 'program' };
  const playerResponse = { playabilityStatus: { status: 'OK' }, attestation };
  const known = { ...context, client: { ...context?.client, visitorData: 'visitor' } };
  harness.replies.set('/youtubei/v1/page_config', () =>
    json({ ...PAGE, player: PLAYER_CONFIG, context: known, playerResponse }),
  );
  harness.replies.set('/youtubei/v1/subscription/subscribe', () => json({ channels: [] }));
  await harness.start({ page: plain });
  await harness.settled(harness.service.loadPageConfig('orieldemo01'));
  expect(await harness.settled(harness.service.call('subscribe', { channelIds: ['channel'] }))).toMatchObject({
    ok: true,
  });
  const [sent] = harness.seenAt('/youtubei/v1/subscription/subscribe');
  expect(sent && bodyOf(sent)['botguardResponse']).toBe('program answered');
});

test('what a plain page logs before it knows its viewer is not sent in their name, and the rest is [S1, N12]', async () => {
  const harness = createServiceHarness();
  const { context, ...plain } = PAGE;
  const viewer = { loggedIn: true, authorization: 'Bearer ann' };
  harness.replies.set('/youtubei/v1/page_config', () => json({ ...PAGE, ...viewer, player: PLAYER_CONFIG, context }));
  harness.replies.set('/getDatasyncIdsEndpoint', () => json({ datasyncIds: ['ann'] }));
  await harness.start({ page: plain });
  const [before, after] = [makeLine(), makeLine()];
  void harness.service.logEvents(before);
  await harness.settled(harness.service.loadPageConfig('orieldemo01'));
  void harness.service.logEvents(after);
  await harness.clock.advance(0);
  void harness.service.flush();
  await harness.clock.advance(5_000);
  const sent = harness
    .seenAt('/youtubei/v1/log_event')
    .map((request) => [JSON.stringify(bodyOf(request)), request.headers['authorization']] as const);
  const authorizationOf = (line: string) => sent.find(([body]) => body.includes(idsIn(line)[0] ?? ''))?.[1];
  expect(sent.map(([body]) => body).join()).toContain(idsIn(before)[0]);
  expect(authorizationOf(before)).toBeUndefined();
  expect(authorizationOf(after)).toBe('Bearer ann');
});

test.each(['loaded', 'blocked', 'timed_out'] as const)(
  'the ad status %s is in the ad signals [P12]',
  async (status) => {
    const harness = openHarness();
    await harness.start({ page: withPrivacy({ visitorIdConsent: false }) });
    expect(await adSignals(harness)).toEqual([]);
    harness.service.adStatusKnown(status);
    expect(await adSignals(harness)).toEqual([{ key: 'ad_status', value: status }]);
  },
);

test('the visitor id waits during a navigation, calls do not [X4, X5]', async () => {
  const harness = openHarness();
  const starting = harness.service.start(makeSettings());
  harness.service.lifecycleChanged({
    lifecycle: 'document_disposed_preventable',
    visibility: 'visible',
    online: true,
  });
  await harness.clock.advance(4_999);
  await starting;
  expect(harness.seenAt(VISITOR_ID)).toEqual([]);
  await sentContext(harness);
  await harness.clock.advance(1);
  expect(harness.seenAt(VISITOR_ID)).toHaveLength(1);
});

test.each([
  ['without a program', undefined, '1'],
  ['with a script that cannot be fetched', { scriptUrl: '/bot.js', program: 'program' }, '3'],
])('a bot check that fails %s is reported with the number of its state [B1]', async (_why, attestation, state) => {
  const harness = openHarness();
  harness.replies.set('/bot.js', () => json({}, { status: 404 }));
  await harness.start({
    client: { ...makeSettings().client, visitorData: 'known' },
    ...(attestation === undefined ? {} : { attestation }),
  });
  const subscribed = harness.service.call('subscribe', { channelIds: ['channel'] });
  expect(await harness.settled(subscribed)).toMatchObject({ ok: false, code: 'bot.unavailable' });
  const reports = harness.seenAt('/error_204').map(({ body }) => new URLSearchParams(String(body)).get('param.state'));
  expect(reports).toContain(state);
});
