import { expect, test } from 'vitest';
import type { Contact } from '../../../../../protocol/privacy/contacts.ts';
import { fail, succeed } from '../../../../../protocol/runtime/outcome.ts';
import { purposeOf } from '../../../../../src/page/interface/privacy/page-contacts.ts';
import { PRIVACY_READ_INTERVAL_MS, PrivacyStore } from '../../../../../src/page/interface/privacy/privacy-store.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { FakeInfrastructure } from '../../../../support/fake-infrastructure.ts';
import { FakeStorage } from '../../../../support/fake-storage.ts';
import { makeSettings } from '../../../../support/pipeline-harness.ts';
import { VIDEO_ID, videoResponse } from '../../../../support/video-response.ts';
import { UNDECIDED_REPORT } from '../../../../support/undecided-report.ts';

const OWN = 'https://player.example';
const CONFIG = makeSettings().page;

/** A browser with one cookie that scripts can read, and one cookie that only the provider can read. */
function openStore() {
  const clock = createFakeClock();
  const storage = new FakeStorage();
  const infrastructure = new FakeInfrastructure();
  infrastructure.config = succeed(CONFIG);
  const databases = [{ name: 'oriel-logs.logged-out', stores: { events: 2, requests: 1 } }];
  const cookies = ['seen', 'hidden'];
  infrastructure.report = { ...UNDECIDED_REPORT, databases, cookies, contacts: [{ origin: OWN, purpose: 'calls' }] };
  const jar = new Map([['seen', '1']]);
  const video: Contact[] = [{ origin: 'https://media.example', purpose: 'video' }];
  const worker = {
    contacts: async () => succeed(video),
    readSpans: async () => fail('net.unknown', ''),
    writeTracks: () => true,
  };
  const window = {
    document: {
      get cookie() {
        return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      },
      set cookie(text: string) {
        if (text.includes('Max-Age=0')) jar.delete(text.split('=')[0] ?? '');
      },
    },
    localStorage: storage,
    get sessionStorage(): Storage {
      throw new DOMException('refused', 'SecurityError');
    },
    caches: { keys: async () => [], delete: async () => true },
    navigator: {},
    performance: { getEntriesByType: () => [], clearResourceTimings() {}, addEventListener() {} },
    location: { origin: OWN },
  };
  const store = new PrivacyStore({
    infrastructure,
    spans: { workers: new Map([['media', [worker, new AbortController().signal]]]) },
    window,
    clock,
    reportError(error) {
      throw error;
    },
  });
  const names = () => store.get().items.map(({ kind, name, records }) => `${kind} ${name} ${records}`);
  return { store, infrastructure, clock, storage, names };
}

test('the privacy store lists each stored item that scripts, provider or service report, and each contacted origin and purpose, once', async () => {
  const { store, clock, names } = openStore();
  const stop = store.watch();
  await clock.advance(0);
  expect(names()).toEqual(['cookie hidden 1', 'cookie seen 1', 'database oriel-logs.logged-out 3']);
  expect(store.get().contacts).toEqual([
    { origin: 'https://media.example', purpose: 'video' },
    { origin: OWN, purpose: 'calls' },
    { origin: OWN, purpose: 'player' },
  ]);
  stop();
});

test('the privacy store reports a failed read until the next read succeeds', async () => {
  const { store, clock, infrastructure } = openStore();
  infrastructure.failing.add('privacy');
  const stop = store.watch();
  await clock.advance(0);
  expect(store.get()).toMatchObject({ report: null, hasFailed: true });
  infrastructure.failing.clear();
  await clock.advance(PRIVACY_READ_INTERVAL_MS);
  expect(store.get()).toMatchObject({ report: { choice: null }, hasFailed: false });
  stop();
});

test('the privacy store reads again every second while it is watched, and calls the provider only the first time', async () => {
  const { store, clock, storage, infrastructure, names } = openStore();
  const { requests } = infrastructure;
  const stop = store.watch();
  await clock.advance(0);
  storage.setItem('late', '1');
  await clock.advance(PRIVACY_READ_INTERVAL_MS);
  expect(names()).toContain('local late 1');
  expect(names()).toContain('cookie hidden 1');
  expect(requests.map(({ asksProvider }) => asksProvider)).toEqual([true, false]);
  stop();
  await clock.advance(10 * PRIVACY_READ_INTERVAL_MS);
  expect(requests).toHaveLength(2);
});

test('the privacy store erases items wherever they are stored, and returns false if an item remains', async () => {
  const { store, clock, storage, infrastructure, names } = openStore();
  storage.setItem('oriel.entry.positions', '[]');
  store.watch()();
  await clock.advance(0);
  expect(await store.erase(store.get().items)).toBe(true);
  expect(names()).toEqual([]);
  infrastructure.report = { ...infrastructure.report, cookies: ['other'] };
  await store.choose(null);
  const [left] = store.get().items;
  // The provider does not delete its cookie.
  infrastructure.isErased = () => false;
  expect(await store.erase(left === undefined ? [] : [left])).toBe(false);
});

test('erasing everything also requests the provider to delete its data, and returns false if the provider refuses', async () => {
  const { store, clock, infrastructure } = openStore();
  store.watch()();
  await clock.advance(0);
  expect(await store.erase(store.get().items, true)).toBe(true);
  expect(infrastructure.requests.map(({ erasesViewer }) => erasesViewer === true)).toEqual([false, true, false]);
  infrastructure.report = { ...infrastructure.report, isErased: false };
  expect(await store.erase([], true)).toBe(false);
});

test('a choice in the privacy panel is written as a preference of the viewer', async () => {
  const { store, infrastructure } = openStore();
  await store.choose('functional');
  await store.choose(null);
  expect(infrastructure.written).toEqual([
    ['consent', 'functional'],
    ['consent', null],
  ]);
});

test.each([
  [`${OWN}/youtubei/v1/player`, 'fetch', 'calls'],
  [`${OWN}/error_204`, 'img', 'calls'],
  [`${OWN}/ads/ad_status.js`, 'script', 'adStatus'],
  [`${OWN}/media/demo/master.m3u8`, 'fetch', 'video'],
  [`${OWN}/assets/page.js`, 'script', 'player'],
  ['https://media.example/poster.jpg', 'img', 'pictures'],
  ['https://media.example/film.mp4', 'video', 'video'],
  ['https://media.example/en.vtt', 'track', 'captions'],
  ['https://stream.example/1.m4s', 'xmlhttprequest', 'video'],
  ['https://stranger.example/1.m4s', 'fetch', 'unknown'],
  ['https://stranger.example/script.js', 'script', 'unknown'],
] as const)('the purpose of a request for %s with the initiator %s is %s', (address, by, purpose) => {
  const streams = { hlsManifestUrl: 'https://stream.example/master.m3u8', progressive: [], isLive: false };
  const config = { ...CONFIG, playerResponse: videoResponse(VIDEO_ID, { streams }) };
  expect(purposeOf({ origin: new URL(address).origin, address, by }, OWN, config)).toBe(purpose);
});
