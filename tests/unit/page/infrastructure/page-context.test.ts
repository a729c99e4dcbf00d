import { expect, test } from 'vitest';
import { LOGGED_OUT_IDENTIFIER } from '../../../../protocol/infrastructure/user-identifier.ts';
import type { PageConfig } from '../../../../protocol/page/page-config.ts';
import { EMBEDDER_PARAMETER, PAGE_CONFIG_PATH, PAGE_NAME_PARAMETER } from '../../../../protocol/provider/paths.ts';
import { NO_JOURNAL } from '../../../../src/page/infrastructure/logging/event-journal.ts';
import { PageContext, type PageContextOptions } from '../../../../src/page/infrastructure/page-context.ts';
import { FakeStorage } from '../../../support/fake-storage.ts';
import { PLAYER_CONFIG } from '../../../support/page-harness.ts';
import { makeSettings } from '../../../support/pipeline-harness.ts';
import { createServiceHarness, json } from '../../../support/service-harness.ts';

const SHELL = { client: { clientName: 'WEB', clientVersion: '1', visitorData: 'visitor' } };
const { context: _, ...PLAIN }: PageConfig = makeSettings().page;
const { privacy } = PLAIN;

class Image {
  src = '';
}

function open(page: Partial<PageConfig> = {}, options: Partial<PageContextOptions> = {}, credentialless = false) {
  const storage = new FakeStorage();
  const environment = Object.assign(new EventTarget(), {
    location: new URL('https://player.example/embed/a'),
    navigator: { userAgent: 'browser', onLine: true },
    localStorage: storage,
    screen: { width: 1, height: 1 },
    devicePixelRatio: 1,
    document: { referrer: '' },
    parent: {},
    Image,
    credentialless,
  });
  const settings = { ...PLAIN, context: SHELL, player: PLAYER_CONFIG, ...page };
  const told: PageContextOptions = { page: settings, collector: undefined, theme: 'dark', environment, ...options };
  return { context: new PageContext(told, 'session', 'nonce'), storage };
}

test.each([
  ['without private settings is not private', privacy, false],
  ['whose configuration is private is private', { ...privacy, privateEmbed: true }, true],
  ['on a private host is private', { ...privacy, privateEmbedHosts: ['other.example', 'player.example'] }, true],
  ['with another private host name is not private', { ...privacy, privateEmbedHosts: ['other.example'] }, false],
])('a page %s [P10]', (_what, said, isPrivate) => {
  const { context } = open({ privacy: said });
  expect([context.isPrivate, context.settings.privacy.privateEmbed]).toEqual([isPrivate, isPrivate]);
  expect(context.serviceSettings().page.privacy).toEqual({ ...said, privateEmbed: isPrivate });
});

test('a service starts with the errors that the inline script has reported [E4]', () => {
  const reportedErrors = ['early'];
  const { context } = open({}, { reportedErrors });
  reportedErrors.push('later');
  expect(context.serviceSettings().checkpoint).toEqual({ reportedErrors: ['early', 'later'], storageEnd: '' });
  expect(open().context.serviceSettings().checkpoint).toBeUndefined();
});

test('a credentialless frame is private: its storage ends with its host page [P10]', () => {
  const isPrivate = [true, false].map((credentialless) => open({}, {}, credentialless).context.isPrivate);
  expect(isPrivate).toEqual([true, false]);
});

test('a private page has no journal, no cookies and shows no identifier [P10]', () => {
  const viewer = { readCookies: () => 'a=b', objectsToTracking: false };
  const ordinary = open({}, { viewer }).context;
  expect([ordinary.readCookies(), ordinary.clientToShow()]).toMatchObject(['a=b', { visitorData: 'visitor' }]);
  const { context } = open({ privacy: { ...privacy, privateEmbed: true } }, { viewer });
  expect([context.readCookies(), context.openJournal()]).toEqual(['', NO_JOURNAL]);
  expect(context.clientToShow()).not.toHaveProperty('visitorData');
});

test('a page that is private by its host name has no signed-in user, whatever its server states [P10]', () => {
  const user = { loggedIn: true, dataSyncId: 'ann', authorization: 'Bearer ann' };
  const settingsOf = (privateEmbedHosts: string[]) =>
    open({ ...user, privacy: { ...privacy, privateEmbedHosts } }).context.serviceSettings().page;
  expect(settingsOf([])).toMatchObject(user);
  expect(settingsOf(['player.example'])).toMatchObject({
    loggedIn: false,
    dataSyncId: undefined,
    authorization: undefined,
  });
});

test.each([
  [{ loggedIn: false }, true],
  [{ loggedIn: true, dataSyncId: 'ann' }, true],
  [{ loggedIn: true }, false],
])('a page with the viewer %j writes events to a journal: %s', (viewer, isKept) => {
  const { context, storage } = open(viewer);
  expect(context.openJournal().write('line')).toBe(isKept ? 0 : null);
  expect(storage.texts()).toEqual(isKept ? ['line'] : []);
});

test.each([
  [{ loggedIn: false }, LOGGED_OUT_IDENTIFIER],
  [{ loggedIn: true, dataSyncId: 'ann' }, 'ann'],
])('the journal of a page with the viewer %j is stored under the identity %s [S1]', (viewer, name) => {
  const { context, storage } = open(viewer);
  context.openJournal().write('line');
  expect(storage.key(0)?.split(/[.|]/)).toContain(name);
});

test('a page whose service has stopped storing has no journal [S12]', () => {
  const { context } = open();
  context.checkpoint = { reportedErrors: [], storageEnd: '' };
  expect(context.openJournal()).not.toBe(NO_JOURNAL);
  context.checkpoint = { reportedErrors: [], storageEnd: 'ten faults' };
  expect(context.openJournal()).toBe(NO_JOURNAL);
  expect(context.serviceSettings().checkpoint).toBe(context.checkpoint);
});

test('the settings of a service contain the page, the viewer, the attestation and the experiments', () => {
  const attestation = { scriptUrl: '/a.js', program: 'program' };
  const { context } = open(
    {
      apiKey: 'key',
      bench: true,
      player: { ...PLAYER_CONFIG, args: { fflags: 'x=y' } },
      playerResponse: { playabilityStatus: { status: 'OK' }, attestation },
    },
    { viewer: { readCookies: () => 'a=b', objectsToTracking: true }, collector: '/collect' },
  );
  const settings = context.serviceSettings();
  expect(settings).toMatchObject({
    page: { apiKey: 'key', context: SHELL },
    client: { clientName: 'WEB', visitorData: 'visitor' },
    sessionId: 'session',
    clientScreenNonce: 'nonce',
    origin: 'https://player.example',
    userAgent: 'browser',
    cookies: 'a=b',
    objectsToTracking: true,
    attestation,
    experiments: 'x=y',
    collector: '/collect',
  });
  expect(settings.page).not.toHaveProperty('player');
  expect(settings.page).not.toHaveProperty('playerResponse');
});

test('the settings of a service omit a collector, attestation and experiments that the page lacks', () => {
  const settings = open().context.serviceSettings();
  expect(settings).toMatchObject({ cookies: '', objectsToTracking: false });
  for (const name of ['collector', 'attestation', 'experiments']) expect(settings).not.toHaveProperty(name);
});

test('events are sent to the collector if the server allows measurements, and otherwise to the provider [N4, N5]', () => {
  const collector = '/collect';
  expect(open({ bench: true }, { collector }).context.logAddress('log_event')).toBe(collector);
  const addresses = { ...PLAIN.addresses, api: 'https://api.example' };
  const { context } = open({ addresses, apiKey: 'key' }, { collector });
  expect(context.logAddress('video_stats')).toBe('https://api.example/youtubei/v1/video_stats?alt=json&key=key');
  expect(context.serviceSettings()).not.toHaveProperty('collector');
});

test('a page that was served as a plain file requests its client and its privacy settings from the provider', async () => {
  const { context } = open({ player: undefined });
  expect(context.hasConfig).toBe(false);
  const client = { clientName: 'OTHER', clientVersion: '2' };
  const said = { ...privacy, privateEmbedHosts: ['player.example'] };
  const { service, replies, seenAt, settled } = createServiceHarness();
  replies.set(PAGE_CONFIG_PATH, () => json({ ...PLAIN, context: { client }, player: PLAYER_CONFIG, privacy: said }));
  expect(await settled(context.requestConfig(service))).toMatchObject({ ok: true, value: { context: { client } } });
  expect(seenAt(PAGE_CONFIG_PATH).map(({ address }) => address.href)).toEqual([
    `https://player.example${PAGE_CONFIG_PATH}?${PAGE_NAME_PARAMETER}=a&${EMBEDDER_PARAMETER}=null`,
  ]);
  expect([context.hasConfig, context.isPrivate]).toEqual([true, true]);
  expect(context.serviceSettings().client).toMatchObject(client);
});

test('a plain file whose provider does not respond keeps its default settings', async () => {
  const { context } = open({ player: undefined });
  const before = context.settings;
  const { service, replies, settled } = createServiceHarness();
  replies.set(PAGE_CONFIG_PATH, () => 'unreachable');
  expect(await settled(context.requestConfig(service))).toMatchObject({ ok: false, code: 'net.unknown' });
  expect([context.hasConfig, context.settings]).toEqual([false, before]);
});
