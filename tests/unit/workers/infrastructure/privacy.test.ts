import { expect, test } from 'vitest';
import type { InfrastructureSettings, PageHooks, ServiceCheckpoint } from '../../../../protocol/infrastructure/rpc.ts';
import type { Consent } from '../../../../protocol/privacy/consent.ts';
import { makeSettings } from '../../../support/pipeline-harness.ts';
import { bodyOf, createServiceHarness, json } from '../../../support/service-harness.ts';

const LOCATION = '__Host-oriel-location';
const PREFERENCES = '__Host-oriel-preferences';
const PLAYER = '/youtubei/v1/player';

interface Opening {
  readonly configured?: Consent | undefined;
  readonly objects?: boolean;
  readonly isPrivate?: boolean;
  readonly cookies?: string;
  readonly checkpoint?: ServiceCheckpoint;
  /** Main has written cookies once this promise settles. */
  readonly cookieWritten?: Promise<void>;
}

/** A started service with the given settings, and a record of the hooks that it calls on main. */
async function open({ configured, objects = false, isPrivate = false, cookieWritten, ...more }: Opening = {}) {
  const harness = createServiceHarness();
  const written: unknown[][] = [];
  const checkpoints: ServiceCheckpoint[] = [];
  const hooks: PageHooks = {
    askLocation: () => new Promise(() => {}),
    writeCookie(...cookie) {
      written.push(cookie);
      return cookieWritten;
    },
    saveCheckpoint: (checkpoint) => void checkpoints.push(checkpoint),
    readSpans: async () => [],
  };
  const { page } = makeSettings();
  const { consent: _, ...privacy } = { ...page.privacy, privateEmbed: isPrivate };
  const settings: Partial<InfrastructureSettings> = {
    ...more,
    page: { ...page, privacy: configured === undefined ? privacy : { ...privacy, consent: configured } },
    objectsToTracking: objects,
  };
  harness.replies.set(PLAYER, () => json({ playabilityStatus: { status: 'OK' }, responseContext: {} }));
  await harness.start(settings, hooks);
  await harness.clock.advance(0);
  const { service } = harness;
  return {
    ...harness,
    written,
    keepsPositions: () => checkpoints.at(-1)?.keepsPositions ?? false,
    async say(consent: Consent) {
      await service.stateConsent(consent);
      await harness.clock.advance(0);
    },
    async choose(consent: Consent | null, cookies = '') {
      await service.writePreference('consent', consent, cookies);
      await harness.clock.advance(0);
    },
    level: async () => {
      const report = await harness.settled(service.privacy({}));
      return report.ok ? report.value.level : report.message;
    },
    async isStated() {
      const report = await harness.settled(service.privacy({}));
      return report.ok && report.value.isStated;
    },
    /** Makes a call, and returns the context of its request. */
    async sent() {
      await harness.settled(service.call('player', { videoId: 'orieldemo01' }));
      const last = harness.seenAt(PLAYER).at(-1);
      if (last === undefined) throw new Error('no call was sent');
      const { client, user, adSignalsInfo } = (bodyOf(last) as { context: Record<string, unknown> }).context;
      return { client, user, adSignalsInfo } as {
        client: { locationInfo?: { locationPlayabilityToken?: string } };
        user: { consent: string };
        adSignalsInfo: { params: unknown[] };
      };
    },
  };
}

test('without a decision on consent the level is strict: no token and no visitor id is sent, and nothing is erased', async () => {
  const page = await open({ cookies: `${LOCATION}=here` });
  expect([await page.level(), page.keepsPositions(), page.written]).toEqual(['strict', false, []]);
  const { client, user, adSignalsInfo } = await page.sent();
  expect([client.locationInfo, user.consent, adSignalsInfo.params]).toEqual([undefined, 'strict', []]);
  expect(page.seenAt('/pagead/id')).toEqual([]);
});

test('the privacy report states whether viewer, host, site or browser have decided on consent, unlike a default', async () => {
  const page = await open();
  expect(await page.isStated()).toBe(false);
  await page.choose('functional');
  expect(await page.isStated()).toBe(true);
  await page.choose(null);
  expect(await page.isStated()).toBe(false);
  await page.say('strict');
  expect(await page.isStated()).toBe(true);
  expect(await (await open({ configured: 'strict' })).isStated()).toBe(true);
  expect(await (await open({ objects: true })).isStated()).toBe(true);
});

test('consent stated by the host takes effect at once, and makes data of an earlier consent usable', async () => {
  const page = await open({ cookies: `${LOCATION}=here` });
  await page.say('functional');
  expect(page.keepsPositions()).toBe(true);
  expect((await page.sent()).client.locationInfo?.locationPlayabilityToken).toBe('here');
  expect(page.seenAt('/pagead/id')).toEqual([]);
  await page.say('measured');
  expect(page.seenAt('/pagead/id').map(({ address }) => address.search)).toEqual(['?consent=measured']);
  expect((await page.sent()).adSignalsInfo.params).toEqual([{ key: 'bid', value: 'visitor' }]);
});

test('the visitor id is requested once main has written the cookie with the choice that allows it', async () => {
  let write = (): void => undefined;
  const cookieWritten = new Promise<void>((resolve) => (write = resolve));
  const page = await open({ configured: 'measured', cookies: `${PREFERENCES}=consent=functional`, cookieWritten });
  const chosen = page.choose('measured');
  await page.clock.advance(0);
  expect([page.written.at(-1)?.[1], page.seenAt('/pagead/id')]).toEqual(['consent=measured&f=4000000', []]);
  write();
  await chosen;
  expect(page.seenAt('/pagead/id').map(({ address }) => address.search)).toEqual(['?consent=measured']);
});

test('withdrawing consent erases the data that the consent allowed', async () => {
  const page = await open({ configured: 'measured', cookies: `${LOCATION}=here` });
  expect((await page.sent()).adSignalsInfo.params).toHaveLength(1);
  await page.say('strict');
  expect(page.written).toEqual([
    ['positions', '', 0],
    [LOCATION, '', 0],
  ]);
  expect(page.keepsPositions()).toBe(false);
  expect(page.seenAt('/youtubei/v1/privacy').map((request) => bodyOf(request)['forget'])).toEqual([true]);
  const { client, adSignalsInfo } = await page.sent();
  expect([client.locationInfo?.locationPlayabilityToken, adSignalsInfo.params]).toEqual([undefined, []]);
});

test.each([
  ['Global Privacy Control', { objects: true }],
  ['a private embed [P10]', { isPrivate: true }],
  ['the choice of the viewer', { cookies: `${PREFERENCES}=consent=strict` }],
])('%s takes precedence over the consent of host and site', async (_signal, opening) => {
  const page = await open({ ...opening, configured: 'measured' });
  await page.say('measured');
  expect(['none', 'strict']).toContain(await page.level());
  expect(page.keepsPositions()).toBe(false);
  await page.sent();
  expect(page.seenAt('/pagead/id')).toEqual([]);
});

test('Global Privacy Control erases the data of an earlier consent', async () => {
  const page = await open({ objects: true, cookies: `${LOCATION}=here` });
  expect(page.written).toEqual([
    ['positions', '', 0],
    [LOCATION, '', 0],
  ]);
});

test('the viewer’s consent takes precedence over the host’s, above and below it, until it is removed [S9]', async () => {
  const page = await open({ configured: 'strict' });
  await page.choose('functional');
  expect(page.written.at(-1)?.slice(0, 2)).toEqual([PREFERENCES, 'consent=functional&f=4000000']);
  expect([await page.level(), page.keepsPositions()]).toEqual(['functional', true]);
  await page.say('measured');
  expect(await page.level()).toBe('functional');
  await page.choose('strict', `${PREFERENCES}=f=4000000&consent=functional`);
  expect([await page.level(), page.keepsPositions()]).toEqual(['strict', false]);
  await page.choose(null, `${PREFERENCES}=f=4000000&consent=strict`);
  expect(await page.level()).toBe('measured');
});

test('consent stated by the host also applies to a service that replaces another', async () => {
  const page = await open({ checkpoint: { reportedErrors: [], storageEnd: '', consent: 'functional' } });
  expect(await page.level()).toBe('functional');
});

test('erased preferences are not written again with the next choice, and the provider is requested to forget its cookies', async () => {
  const page = await open({ configured: 'functional', cookies: `${PREFERENCES}=volume=30&consent=measured` });
  page.replies.set('/youtubei/v1/privacy', () => json({ cookies: ['other'], responseContext: {} }));
  const names = [PREFERENCES, '__Host-oriel-visitor'];
  const report = await page.settled(page.service.privacy({ erase: names }));
  expect(report).toMatchObject({ value: { choice: null, level: 'functional', cookies: ['other'] } });
  expect(page.seenAt('/youtubei/v1/privacy').map((request) => bodyOf(request)['forget'])).toEqual([true]);
  await page.service.writePreference('speed', '2', '');
  expect(page.written.at(-1)?.[1]).not.toContain('volume');
});

test.each([
  ['confirms the deletion', { erased: true }, 200, true],
  ['does not report on it', {}, 200, true],
  ['denies the deletion', { erased: false }, 200, false],
  ['refuses the request', { error: { code: 403, message: 'no' } }, 403, false],
])(
  'the provider is requested to delete the viewer’s data, and if it %s (%j, status %i) isErased is %s',
  async (_, body, status, isErased) => {
    const page = await open();
    page.replies.set('/youtubei/v1/privacy', () => json({ responseContext: {}, ...body }, { status }));
    const report = await page.settled(page.service.privacy({ erasesViewer: true }));
    expect(report).toMatchObject({ ok: true, value: { isErased } });
    const asked = page.seenAt('/youtubei/v1/privacy').at(-1);
    expect(asked && bodyOf(asked)).toMatchObject({ forget: false, erase: true, context: { request: {} } });
  },
);
