import { expect, onTestFinished, test, vi } from 'vitest';
import { NONCE_ALPHABET } from '../../../../protocol/identifiers.ts';
import type { PageConfig } from '../../../../protocol/page/page-config.ts';
import { LOG_DATABASE_PREFIX } from '../../../../protocol/privacy/stored-names.ts';
import { PAGE_CONFIG_PATH } from '../../../../protocol/provider/paths.ts';
import { JOURNAL_DELAY_MS } from '../../../../src/page/infrastructure/logging/pending-lines.ts';
import { BotDetection } from '../../../../workers/infrastructure/identity/bot-detection.ts';
import { settle } from '../../../support/fake-clock.ts';
import { useMemoryIndexedDb } from '../../../support/memory-indexed-db.ts';
import { FakeBrowser, PLAYER_CONFIG, type OpenPage } from '../../../support/page-harness.ts';
import { makeSettings } from '../../../support/pipeline-harness.ts';
import { bodyOf, json } from '../../../support/service-harness.ts';

useMemoryIndexedDb();

const PLAYER = '/youtubei/v1/player';

/** A page whose service has started. */
async function openPage(options: Parameters<FakeBrowser['openPage']>[0] = {}) {
  const browser = new FakeBrowser();
  const page = browser.openPage(options);
  await browser.clock.advance(0);
  return { browser, ...page };
}

function arrivedCommands(browser: FakeBrowser): unknown[] {
  return eventsNamed(browser, 'hostCommand').map(({ name }) => name);
}

function eventsNamed(browser: FakeBrowser, wanted: string): Readonly<Record<string, unknown>>[] {
  const events = browser.origin.collector.requests.flatMap((request) => request.events);
  return events.filter(({ name }) => name === wanted).map(({ payload }) => payload);
}

test.each([
  ['in a worker', {}, { mode: 'worker', reason: '' }],
  [
    'on main because no worker starts',
    { workerStarts: false },
    { mode: 'inline', reason: 'worker refused: SecurityError: by a policy' },
  ],
  ['on main because the page requests it', { inlineOnly: true }, { mode: 'inline', reason: 'inline requested' }],
])('a page is ready when its service has started %s, and logs the time of the start', async (_where, options, told) => {
  const browser = new FakeBrowser();
  const { client } = browser.openPage(options);
  await browser.clock.advance(0);
  expect(await client.ready).toEqual({ ...told, storage: 'memory', config: {} });
  void client.flush();
  await browser.clock.advance(20_000);
  expect(eventsNamed(browser, 'infrastructureStarted')).toEqual([{ ...told, startMs: 0 }]);
});

test('ready reports that the service stores in IndexedDB', async () => {
  const { client } = new FakeBrowser().openPage({ indexedDB });
  expect(await client.ready).toMatchObject({ mode: 'worker', storage: 'indexeddb' });
});

test('every change of lifecycle and visibility is logged [X1, X3]', async () => {
  const { browser, client, fakePage } = await openPage();
  fakePage.setInSight(false);
  fakePage.setInSight(true);
  void client.flush();
  await browser.clock.advance(1_000);
  expect(eventsNamed(browser, 'visibilityChanged')).toEqual([
    { from: 'unknown', to: 'visible' },
    { from: 'visible', to: 'hidden' },
    { from: 'hidden', to: 'visible' },
  ]);
  expect(eventsNamed(browser, 'documentLifecycleChanged').map(({ to }) => to)).toEqual([
    'flush_logs',
    'document_active',
  ]);
});

test('events that lifecycle subscribers log when the page turns hidden are sent with its flush, in one request [X6]', async () => {
  const { browser, client, fakePage, lifecycle } = await openPage();
  lifecycle.subscribe(({ visibility, cause }) => {
    if (visibility === 'hidden' && cause === 'hidden') client.log('hostCommand', { name: 'last' });
  });
  client.log('hostCommand', { name: 'a' });
  await browser.clock.advance(0);
  client.log('hostCommand', { name: 'b' });
  fakePage.setInSight(false);
  await browser.clock.advance(0);
  expect(arrivedCommands(browser)).toEqual(['a', 'b', 'last']);
  expect(browser.origin.collector.requests).toHaveLength(1);
});

test.each([
  ['turns hidden', ({ fakePage }: OpenPage) => fakePage.setInSight(false)],
  ['freezes', ({ fakePage }: OpenPage) => fakePage.fire('freeze')],
  ['unloads', ({ fakePage }: OpenPage) => fakePage.fire('pagehide', { persisted: false })],
])('unposted events are in the journal before a page %s [X6]', async (_, leave) => {
  const { browser, ...page } = await openPage();
  page.client.log('hostCommand', { name: 'a' });
  await settle();
  expect(browser.storage.texts().join()).not.toContain('"a"');
  leave(page);
  expect(browser.storage.texts().join()).toContain('"a"');
});

test('events of an input are written to the journal after its paint, or when the page unloads [X6]', async () => {
  const browser = new FakeBrowser();
  const behindPaint: (() => void)[] = [];
  const page = browser.openPage({ afterPaint: (work) => behindPaint.push(work) });
  const paint = (): void => behindPaint.splice(0).forEach((work) => work());
  await browser.clock.advance(0);
  paint();
  await browser.clock.advance(5_000);
  page.client.log('hostCommand', { name: 'a' });
  await settle();
  expect([browser.storage.texts().join(), page.client.unacknowledged().join()]).toEqual([
    expect.not.stringContaining('"a"'),
    expect.stringContaining('"a"'),
  ]);
  paint();
  expect(browser.storage.texts().join()).toContain('"a"');
  await browser.clock.advance(5_000);
  page.client.log('hostCommand', { name: 'b' });
  page.fakePage.fire('pagehide', { persisted: false });
  expect(browser.storage.texts().join()).toContain('"b"');
});

test('a page that unloads ends its worker and sends the remaining events by beacon, also events logged while it unloads [X6]', async () => {
  const { browser, ...page } = await openPage();
  page.client.log('hostCommand', { name: 'a' });
  page.lifecycle.subscribe(({ state }) => {
    if (state === 'document_disposed') page.client.log('hostCommand', { name: 'last word' });
  });
  page.fakePage.fire('pagehide', { persisted: false });
  expect(page.tab?.disk.isHalted).toBe(true);
  expect(arrivedCommands(browser)).toEqual(['a', 'last word']);
});

test.each([
  [{}, 'visitor'],
  [{ isPrivate: true }, undefined],
  [{ privateEmbedHosts: ['player.example'] }, undefined],
])('the beacon of a page with %o has the visitor data %s [P10]', async (options, visitorData) => {
  const { browser, ...page } = await openPage(options);
  page.client.log('hostCommand', { name: 'a' });
  page.fakePage.fire('pagehide', { persisted: false });
  expect(browser.origin.collector.requests.at(-1)?.context.client).toHaveProperty('clientName');
  expect(browser.origin.collector.requests.at(-1)?.context.client['visitorData']).toBe(visitorData);
});

test('a page that enters the back/forward cache posts no events to its worker until it is restored [X6]', async () => {
  const { browser, ...page } = await openPage();
  browser.beaconFate = 'refused';
  const stored = (): number =>
    [...browser.origin.contents.events.keys()].filter((id) => id.startsWith(page.client.sessionId)).length;
  const beforeCount = stored();
  page.fakePage.fire('pagehide', { persisted: true });
  for (let index = 0; index < 100; index += 1) page.client.log('hostCommand', { name: `late ${index}` });
  await browser.clock.advance(1_000);
  expect(stored()).toBe(beforeCount);
  expect(browser.storage.texts().join()).toContain('late 99');
  page.fakePage.fire('pageshow', { persisted: true });
  void page.client.flush();
  await browser.clock.advance(1_000);
  expect(arrivedCommands(browser)).toHaveLength(100);
});

test('a page in the back/forward cache keeps its worker, and sends later events with the same worker [X6]', async () => {
  const { browser, ...page } = await openPage();
  page.client.log('hostCommand', { name: 'a' });
  page.leave(true);
  expect(arrivedCommands(browser)).toEqual(['a']);
  await browser.clock.advance(60_000);
  page.fakePage.fire('pageshow', { persisted: true });
  page.client.log('hostCommand', { name: 'b' });
  await browser.clock.advance(300);
  void page.client.flush();
  await browser.clock.advance(1_000);
  expect(page.tabs).toHaveLength(1);
  expect(arrivedCommands(browser)).toContain('b');
});

test('a page whose service has stopped storing no longer writes a journal [S12]', async () => {
  const { browser, client, tabs } = await openPage();
  /** Logs an event, and counts such events in the journal before they are acknowledged. */
  const journalled = async (): Promise<number> => {
    client.log('playbackFailed', FAILURE);
    const count = browser.storage.texts().filter((text) => text.includes('playbackFailed')).length;
    await browser.clock.advance(5_000);
    return count;
  };
  expect(await journalled()).toBe(1);
  void client.privacy({ erase: [LOG_DATABASE_PREFIX] });
  await expect.poll(journalled).toBe(0);
  expect(tabs).toHaveLength(1);
});

test('each page has its own screen nonce of 16 characters, which its service sends in every context [L9, C5]', async () => {
  const browser = new FakeBrowser();
  const pages = [browser.openPage(), browser.openPage()];
  await browser.clock.advance(0);
  const nonces = pages.map(({ client }) => client.clientScreenNonce);
  for (const nonce of nonces) {
    expect(nonce).toHaveLength(16);
    expect([...nonce].every((character) => NONCE_ALPHABET.includes(character))).toBe(true);
  }
  expect(nonces[0]).not.toBe(nonces[1]);
  for (const { client } of pages) void client.call('player', { videoId: 'orieldemo01' });
  await browser.clock.advance(0);
  const contexts = browser.provider.seenAt(PLAYER).map((request) => bodyOf(request)['context']);
  expect(contexts).toMatchObject(nonces.map((clientScreenNonce) => ({ clientScreenNonce })));
});

const FAILURE = { videoId: 'v', code: 'fmt.decode', message: '', mediaTimeSeconds: 0 };

test('an ordinary page sends an ad-status request, a private embed does not [P10, P12]', async () => {
  const browser = new FakeBrowser();
  const [ordinary, isPrivate] = [browser.openPage(), browser.openPage({ isPrivate: true })];
  await browser.clock.advance(0);
  expect(ordinary.askedAboutAds).toEqual(['/ads/ad_status.js']);
  expect(isPrivate.askedAboutAds).toEqual([null]);
  expect([ordinary.client.isPrivate, isPrivate.client.isPrivate]).toEqual([false, true]);
});

test('a service on main ends when its page unloads for good, and disposes of its bot detection [B1]', async () => {
  const dispose = vi.spyOn(BotDetection.prototype, 'dispose');
  onTestFinished(() => dispose.mockRestore());
  const browser = new FakeBrowser();
  const { client, fakePage } = browser.openPage({ inlineOnly: true });
  await client.ready;
  fakePage.fire('pagehide', { persisted: true });
  expect(dispose).not.toHaveBeenCalled();
  fakePage.fire('pageshow', { persisted: true });
  fakePage.fire('pagehide', { persisted: false });
  expect(dispose).toHaveBeenCalledOnce();
});

test('defer() on the client is deferred work of the page [X5]', () => {
  const { client, deferred } = new FakeBrowser().openPage();
  client.defer('cache parts', () => undefined, { priority: 'background' });
  expect(deferred).toEqual(['cache parts']);
});

const { page: PAGE } = makeSettings();
const privacyOf = (change: Partial<PageConfig['privacy']>) => ({ privacy: { ...PAGE.privacy, ...change } });
/** Configuration of a plain file: private until its provider says otherwise. */
const PLAIN = { isPrivate: true, hasConfig: false };

/** The provider's response about a plain file. */
function tell({ provider }: FakeBrowser, change: Partial<PageConfig> = {}): void {
  provider.replies.set(PAGE_CONFIG_PATH, () => json({ ...PAGE, player: PLAYER_CONFIG, ...change }));
}

test.each([
  ['keeps its events for the viewer that its provider names', {}, true],
  ['keeps nothing if its provider reports a private embed', privacyOf({ privateEmbed: true }), false],
  ['keeps nothing on a private host', privacyOf({ privateEmbedHosts: ['player.example'] }), false],
])('a plain file %s [S1, P10]', async (_what, change, isKept) => {
  const browser = new FakeBrowser();
  tell(browser, { loggedIn: true, dataSyncId: 'ann', ...change });
  const { client, tabs } = browser.openPage(PLAIN);
  client.log('hostCommand', { name: 'before' });
  expect(browser.storage.texts()).toEqual([]);
  expect(tabs).toEqual([]);
  await browser.clock.advance(0);
  client.log('hostCommand', { name: 'after' });
  await browser.clock.advance(JOURNAL_DELAY_MS);
  expect(browser.storage.texts().some((text) => text.includes('after'))).toBe(isKept);
  expect(Array.from({ length: browser.storage.length }, (_, at) => browser.storage.key(at)).every(isOfAnn)).toBe(true);
  void client.flush();
  await browser.clock.advance(1_000);
  expect(arrivedCommands(browser)).toEqual(['before', 'after']);
  expect(await client.loadPageConfig()).toMatchObject({ ok: true, value: { dataSyncId: isKept ? 'ann' : undefined } });
});

const isOfAnn = (key: string | null): boolean => key?.includes('ann') ?? false;

test('a plain file without a response of its provider stores and sends nothing; a later call requests the configuration again [X6]', async () => {
  const browser = new FakeBrowser();
  browser.provider.replies.set(PAGE_CONFIG_PATH, () => 'unreachable');
  const { client, tabs } = browser.openPage(PLAIN);
  client.log('hostCommand', { name: 'a' });
  const unknown = { ok: false, code: 'net.unknown' };
  expect(await client.loadPageConfig()).toMatchObject(unknown);
  expect(await client.call('player', { videoId: 'orieldemo01' })).toMatchObject(unknown);
  await browser.clock.advance(60_000);
  expect(tabs).toEqual([]);
  expect(browser.storage.texts()).toEqual([]);
  tell(browser);
  void client.call('player', { videoId: 'orieldemo01' });
  await browser.clock.advance(1_000);
  expect(await client.loadPageConfig()).toMatchObject({ ok: true });
  void client.flush();
  await browser.clock.advance(1_000);
  expect(arrivedCommands(browser)).toEqual(['a']);
  expect(browser.provider.seenAt(PAGE_CONFIG_PATH)).toHaveLength(3);
});

test('a plain file that unloads before its provider has responded sends its events by beacon [X6]', async () => {
  const browser = new FakeBrowser();
  browser.provider.replies.set(PAGE_CONFIG_PATH, () => 'hang');
  const page = browser.openPage(PLAIN);
  page.client.log('hostCommand', { name: 'a' });
  page.leave(false);
  expect(arrivedCommands(browser)).toEqual(['a']);
});
