import { expect, test } from 'vitest';
import { fail, succeed, type Outcome } from '../../../../../protocol/runtime/outcome.ts';
import type { EndpointKey } from '../../../../../protocol/provider/endpoints.ts';
import type { LocationInfo } from '../../../../../protocol/provider/request-context.ts';
import type { InfrastructureSettings } from '../../../../../protocol/infrastructure/rpc.ts';
import { Session } from '../../../../../workers/infrastructure/context/session.ts';
import { fetchDataSyncId } from '../../../../../workers/infrastructure/identity/data-sync.ts';
import { ViewerCallRules } from '../../../../../workers/infrastructure/identity/viewer-call-rules.ts';
import { isMobileBrowser, ViewerLocation } from '../../../../../workers/infrastructure/identity/viewer-location.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { makeSettings } from '../../../../support/pipeline-harness.ts';
import { SESSION_BROWSER } from '../../../../support/session-browser.ts';

const ATTESTATION = { scriptUrl: '/bot.js', program: 'first' };
const GRANTED: LocationInfo = { locationInfoStatus: 'granted', latitude: 1, longitude: 2, accuracyMeters: 3 };

function openRules({
  page = {} as Partial<InfrastructureSettings['page']>,
  visitorData = 'visitor' as string | null,
  location = GRANTED as LocationInfo,
  response = undefined as Outcome<string> | undefined,
} = {}) {
  const settings = makeSettings(page);
  const client = visitorData === null ? settings.client : { ...settings.client, visitorData };
  const session = new Session({ ...settings, client }, SESSION_BROWSER);
  const asked: unknown[] = [];
  const problems: string[] = [];
  let located = 0;
  const rules = new ViewerCallRules({
    session,
    attestation: ATTESTATION,
    botDetection: {
      async prove(attestation, binding) {
        asked.push([attestation?.program, binding]);
        return response ?? succeed('proof');
      },
    },
    async findLocation() {
      located += 1;
      return location;
    },
    onProblem: (message) => void problems.push(message),
  });
  return { session, rules, asked, problems, locatedCount: () => located };
}

test.each(['subscribe', 'unsubscribe'] as const)(
  'the call %s has a bot-detection proof that is bound to this call [B1, N6]',
  async (key) => {
    const { rules, asked } = openRules();
    expect(await rules.prepare(key, { channelIds: ['a', 'b'] })).toEqual(
      succeed({
        channelIds: ['a', 'b'],
        siloName: 'embed',
        clientFeature: 'embedded-player',
        botguardResponse: 'proof',
      }),
    );
    expect(asked).toEqual([['first', `subscription/${key}?a,b`]]);
  },
);

test('a feedback call declares that its token is not encrypted [N9]', async () => {
  const { rules } = openRules();
  expect(await rules.prepare('feedback', { feedbackTokens: ['a'] })).toEqual(
    succeed({ feedbackTokens: ['a'], isFeedbackTokenUnencrypted: true }),
  );
});

test('proofs use the program of the latest player response that has one [B1]', async () => {
  const { rules, asked } = openRules();
  await rules.callsForRepeat('player', { attestation: { scriptUrl: '/bot.js', program: 'second' } });
  await rules.callsForRepeat('player', {});
  await rules.prepare('subscribe', { channelIds: ['a'] });
  expect(asked).toEqual([['second', 'subscription/subscribe?a']]);
});

test('without a proof a subscription call fails, while calls for playback and sharing need no proof [B2]', async () => {
  const failure = fail('bot.unavailable', 'Unable to load Botguard');
  const { rules, asked } = openRules({ response: failure });
  expect(await rules.prepare('subscribe', { channelIds: ['a'] })).toEqual(failure);
  expect(asked).toHaveLength(1);
  for (const key of ['player', 'heartbeat', 'sharePanel'] as EndpointKey[]) {
    expect(await rules.prepare(key, { videoId: 'x' })).toEqual(succeed({ videoId: 'x' }));
  }
  expect(asked).toHaveLength(1);
});

test.each(['subscribe', 'unsubscribe', 'feedback', 'channelPreference', 'editPlaylist'] as const)(
  'without visitor data the call %s fails and is reported, unless a user is signed in [B8, E1]',
  async (key) => {
    const { rules, asked, problems } = openRules({ visitorData: null });
    expect(await rules.prepare(key, { channelIds: ['a'] })).toMatchObject({
      ok: false,
      message: 'Missing VISITOR_DATA',
    });
    expect(asked).toEqual([]);
    expect(problems).toEqual(['Missing VISITOR_DATA']);
    const signedIn = openRules({ visitorData: null, page: { loggedIn: true, dataSyncId: 'user' } });
    expect(await signedIn.rules.prepare(key, { channelIds: ['a'] })).toMatchObject({ ok: true });
    expect(signedIn.problems).toEqual([]);
  },
);

test('in a private embed viewer actions fail for lack of visitor data [B8, P10]', async () => {
  const { privacy } = makeSettings().page;
  const { rules } = openRules({ page: { privacy: { ...privacy, privateEmbed: true } } });
  expect(await rules.prepare('feedback', {})).toMatchObject({ ok: false, message: 'Missing VISITOR_DATA' });
});

test('the location is requested only if a player response requires it, and the call is then repeated [B7]', async () => {
  const { session, rules, locatedCount } = openRules();
  expect(await rules.callsForRepeat('player', {})).toBe(false);
  expect(await rules.callsForRepeat('player', { locationRequired: false })).toBe(false);
  expect(await rules.callsForRepeat('heartbeat', { locationRequired: true })).toBe(false);
  expect(locatedCount()).toBe(0);
  expect(session.locationInfo).toBeUndefined();
  expect(await rules.callsForRepeat('player', { locationRequired: true })).toBe(true);
  expect(session.locationInfo).toEqual(GRANTED);
});

test('after the viewer refuses the location the call is not repeated, and a known location token is kept [B7, N18]', async () => {
  const { session, rules } = openRules({ location: { locationInfoStatus: 'denied' } });
  session.locationInfo = { locationInfoStatus: 'unknown', locationPlayabilityToken: 'token' };
  expect(await rules.callsForRepeat('player', { locationRequired: true })).toBe(false);
  expect(session.locationInfo).toEqual({ locationInfoStatus: 'denied', locationPlayabilityToken: 'token' });
});

test('a call whose context already has the location is not repeated [B7]', async () => {
  const { session, rules, locatedCount } = openRules();
  session.locationInfo = GRANTED;
  expect(await rules.callsForRepeat('player', { locationRequired: true })).toBe(false);
  expect(locatedCount()).toBe(0);
});

test.each([
  [false, 10_000],
  [true, 15_000],
])('a location request (mobile: %s) lasts %i ms and accepts no old position [B7]', async (isMobile, timeoutMs) => {
  const clock = createFakeClock();
  const asked: number[][] = [];
  const ask = (...parameters: [number, number]): Promise<LocationInfo> => {
    asked.push(parameters);
    return new Promise(() => {});
  };
  const location = new ViewerLocation({ clock, ask, isMobile });
  let found: LocationInfo | undefined;
  void location.find().then((info) => (found = info));
  await clock.advance(timeoutMs - 1);
  expect(found).toBeUndefined();
  await clock.advance(1);
  expect(found).toEqual({ locationInfoStatus: 'timeout' });
  expect(asked).toEqual([[timeoutMs, 0]]);
});

test('a refused location is requested again at the next need, and a granted location is reused [B7]', async () => {
  const statuses: LocationInfo['locationInfoStatus'][] = ['denied', 'granted'];
  const ask = async (): Promise<LocationInfo> => ({ locationInfoStatus: statuses.shift() ?? 'unavailable' });
  const location = new ViewerLocation({ clock: createFakeClock(), ask, isMobile: false });
  const [first, shared] = await Promise.all([location.find(), location.find()]);
  expect([first, shared]).toEqual([{ locationInfoStatus: 'denied' }, { locationInfoStatus: 'denied' }]);
  expect(await location.find()).toEqual({ locationInfoStatus: 'granted' });
  expect(await location.find()).toEqual({ locationInfoStatus: 'granted' });
});

test('the location is unavailable if the page cannot request it or fails [B7]', async () => {
  const clock = createFakeClock();
  const unavailable = { locationInfoStatus: 'unavailable' };
  const ask = (): Promise<LocationInfo> => Promise.reject(new Error('gone'));
  expect(await new ViewerLocation({ clock, ask: undefined, isMobile: false }).find()).toEqual(unavailable);
  expect(await new ViewerLocation({ clock, ask, isMobile: false }).find()).toEqual(unavailable);
  expect(clock.pendingCount()).toBe(0);
});

test.each([
  ['Mozilla/5.0 (Linux; Android 16) Chrome/156.0 Mobile Safari/537.36', true],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 27_0 like Mac OS X) Mobile/15E148', true],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0 Safari/537.36', false],
])('the user agent %s is mobile: %s [B7]', (userAgent, expected) => {
  expect(isMobileBrowser(userAgent)).toBe(expected);
});

test('the data-sync id is the first id of the response [N12]', async () => {
  const sent: unknown[] = [];
  const id = await fetchDataSyncId(async (request) => {
    sent.push(request);
    return succeed({ status: 200, text: ')]}\'\n{"datasyncIds":["user","other"]}' });
  }, 'https://player.example/getDatasyncIdsEndpoint');
  expect(id).toEqual(succeed('user'));
  expect(sent).toEqual([{ address: 'https://player.example/getDatasyncIdsEndpoint', method: 'GET' }]);
});

test.each(['{"datasyncIds":[]}', '{"datasyncIds":[""]}'])(
  'a response without a data-sync id fails: %s [N12, E1]',
  async (text) => {
    expect(await fetchDataSyncId(async () => succeed({ status: 200, text }), '/')).toMatchObject({
      ok: false,
      message: 'Datasync ID not set',
    });
  },
);
