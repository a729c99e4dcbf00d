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
  /** Main writes cookies when this settles. */
  readonly cookieWritten?: Promise<void>;
}

/** A page of which this much is known, with what the service asks of main. */
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
    /** The context of one more call. */
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

test('a page without a decision recognises no viewer, and erases nothing', async () => {
  const page = await open({ cookies: `${LOCATION}=here` });
  expect([await page.level(), page.keepsPositions(), page.written]).toEqual(['strict', false, []]);
  const { client, user, adSignalsInfo } = await page.sent();
  expect([client.locationInfo, user.consent, adSignalsInfo.params]).toEqual([undefined, 'strict', []]);
  expect(page.seenAt('/pagead/id')).toEqual([]);
});

test('a report states whether viewer or host has decided what may be kept, and a default is no decision', async () => {
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

test('the consent of the host takes effect at once, with the data of an earlier consent', async () => {
  const page = await open({ cookies: `${LOCATION}=here` });
  await page.say('functional');
  expect(page.keepsPositions()).toBe(true);
  expect((await page.sent()).client.locationInfo?.locationPlayabilityToken).toBe('here');
  expect(page.seenAt('/pagead/id')).toEqual([]);
  await page.say('measured');
  expect(page.seenAt('/pagead/id').map(({ address }) => address.search)).toEqual(['?consent=measured']);
  expect((await page.sent()).adSignalsInfo.params).toEqual([{ key: 'bid', value: 'visitor' }]);
});

test('the visitor id is requested once main has written the choice that allows it', async () => {
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

test('a withdrawn consent erases the data that were kept under it', async () => {
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
])('no word of host, address or site outweighs %s', async (_signal, opening) => {
  const page = await open({ ...opening, configured: 'measured' });
  await page.say('measured');
  expect(['none', 'strict']).toContain(await page.level());
  expect(page.keepsPositions()).toBe(false);
  await page.sent();
  expect(page.seenAt('/pagead/id')).toEqual([]);
});

test('a viewer who objects by a signal is left with nothing of an earlier consent', async () => {
  const page = await open({ objects: true, cookies: `${LOCATION}=here` });
  expect(page.written).toEqual([
    ['positions', '', 0],
    [LOCATION, '', 0],
  ]);
});

test('the viewer may choose more than the host, and less again, and the cookie marks the screen [S9]', async () => {
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

test('the consent of the host holds for a service that replaces another', async () => {
  const page = await open({ checkpoint: { reportedErrors: [], storageEnd: '', consent: 'functional' } });
  expect(await page.level()).toBe('functional');
});

test('erased preferences do not come back with the next choice, and the provider is requested to forget', async () => {
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
  ['has deleted it', { erased: true }, 200, true],
  ['does not know the question', {}, 200, true],
  ['says that it has not', { erased: false }, 200, false],
  ['has too much to delete', { error: { code: 403, message: 'no' } }, 403, false],
])(
  'the provider is requested to delete the viewer’s data, and a provider that %s is trusted',
  async (_, body, status, isErased) => {
    const page = await open();
    page.replies.set('/youtubei/v1/privacy', () => json({ responseContext: {}, ...body }, { status }));
    const report = await page.settled(page.service.privacy({ erasesViewer: true }));
    expect(report).toMatchObject({ ok: true, value: { isErased } });
    const asked = page.seenAt('/youtubei/v1/privacy').at(-1);
    expect(asked && bodyOf(asked)).toMatchObject({ forget: false, erase: true, context: { request: {} } });
  },
);
