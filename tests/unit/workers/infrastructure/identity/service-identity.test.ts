import { expect, test } from 'vitest';
import type { PageSettings } from '../../../../../workers/infrastructure/context/session.ts';
import { makeSettings } from '../../../../support/pipeline-harness.ts';
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

/** Makes a call, and returns its context as received by the provider. */
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
  ['without consent [B4]', { page: withPrivacy({ consent: 'functional' }) }],
  ['in a private embed [B5, P10]', { page: withPrivacy({ privateEmbed: true }) }],
  ['under Global Privacy Control [B4]', { objectsToTracking: true }],
  ['on a page of an education host [B6, P9]', { page: withPrivacy({ educationHosts: ['player.example'] }) }],
  [
    'in an embed of an education host [B6, P9]',
    {
      page: withPrivacy({ educationHosts: ['school.example'] }),
      client: { ...makeSettings().client, originalUrl: 'https://school.example' },
    },
  ],
])('no visitor id is requested %s', async (_why, settings) => {
  const harness = openHarness();
  await harness.start(settings);
  await harness.clock.advance(3_600_000);
  expect(harness.seenAt(VISITOR_ID)).toEqual([]);
  expect(await adSignals(harness)).toEqual([]);
});

test('a private page requests no visitor id, and its calls have neither visitor data nor a session id [P10, B5]', async () => {
  const harness = openHarness();
  const page = withPrivacy({ consent: 'measured', privateEmbed: true });
  await harness.start({ page, client: { ...makeSettings().client, visitorData: 'known' } });
  await harness.clock.advance(10_000);
  expect(harness.seenAt(VISITOR_ID)).toEqual([]);
  const sent = await sentContext(harness);
  expect(sent.client.visitorData).toBeUndefined();
  expect(sent.request.sessionId).toBeUndefined();
});

test.each(['loaded', 'blocked', 'timed_out'] as const)(
  'the ad status %s is in the ad signals once it is known [P12]',
  async (status) => {
    const harness = openHarness();
    await harness.start({ page: withPrivacy({ consent: 'functional' }) });
    expect(await adSignals(harness)).toEqual([]);
    harness.service.adStatusKnown(status);
    expect(await adSignals(harness)).toEqual([{ key: 'ad_status', value: status }]);
  },
);

test('the request for the visitor id waits during a navigation, and calls do not wait [X4, X5]', async () => {
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
