import type { Page } from 'playwright';
import { expect } from 'vitest';
import { startLicenseServer, type LicenseResponse } from '../../support/license-server.ts';
import { base64Url, TEST_KEYS } from '../../support/test-keys.ts';
import { hurry, waitForState, waitForTime } from '../support/player-page.ts';
import { test as base, type Product } from '../support/test.ts';
import { addProtected, type ProtectedVideo } from './support/protected-media.ts';
import { UnusualMedia } from './support/unusual-media.ts';
import { splitRows } from '../../support/split-rows.ts';

const CLEAR_KEY = 'org.w3.clearkey';

/** One license server for all videos of the file, with a path for each video. */
const started = startLicenseServer();
const SERVED: Readonly<Record<string, LicenseResponse>> = {
  'drm-refused': { status: 403 },
  'drm-never00': 'nothing',
  'drm-nokeys0': 'no keys',
  'drm-nojson0': 'no JSON',
  'drm-another': 'another key',
};

const test = base.extend('environment', { scope: 'file' }, async ({}, { onCleanup }) => {
  const [media, server] = await Promise.all([UnusualMedia.create(), started]);
  onCleanup(async () => {
    await media.remove();
    await server.close();
  });
  const licensed = (id: string, more: object = {}) => ({
    [CLEAR_KEY]: { licenseUrl: `${server.origin}/${id}`, ...more },
  });
  const add = (id: string, video: Partial<ProtectedVideo> = {}) =>
    addProtected(media, id, { scheme: 'cenc', drm: licensed(id), ...video });
  await add('drm-cenc000');
  await add('drm-cbcs000', { scheme: 'cbcs' });
  await add('drm-rotates', { rotatesAt: 2 });
  await add('drm-direct0', { drm: licensed('drm-direct0', { isDirect: true, headers: { 'X-Key': 'operator' } }) });
  await add('drm-nosystm', {
    drm: { 'com.apple.fps': { licenseUrl: `${server.origin}/` } },
    keyFormats: ['com.apple.streamingkeydelivery'],
  });
  await addProtected(media, 'drm-unnamed', { scheme: 'cenc' });
  await add('drm-status0');
  await add('drm-returns');
  await add('drm-revoked', { rotatesAt: 2 });
  server.responses.set('/drm-revoked', 'first key');
  const widevine = { 'com.widevine.alpha': { licenseUrl: `${server.origin}/drm-widevin` } };
  await add('drm-widevin', { drm: widevine, keyFormats: ['urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed'] });
  server.responses.set('/drm-widevin', { status: 403 });
  for (const [id, response] of Object.entries(SERVED)) {
    await add(id);
    server.responses.set(`/${id}`, response);
  }
  await media.addVideo('plain-video');
  return { ORIEL_CATALOG_DIR: media.folder };
});

async function open(product: Product, id: string) {
  const opened = await product.openPage();
  await hurry(opened.page);
  await opened.page.goto(`${product.playerOrigin}/embed/${id}?autoplay=1&mute=1`);
  return opened;
}

/** Waits for the error card and returns its text. */
async function cardOf(page: Page): Promise<string> {
  await page.locator('.error-card').waitFor();
  return (await page.locator('.error-card').textContent()) ?? '';
}

/** Ids of the keys that pages have requested for a video. */
async function requestedKeys(id: string): Promise<Set<string>> {
  const { requests } = await started;
  const own = requests.filter(({ path }) => path === `/${id}`);
  return new Set(own.flatMap(({ body }) => (JSON.parse(body.toString()) as { kids: string[] }).kids));
}

const keyIds = TEST_KEYS.map(({ keyId }) => base64Url(keyId));

for (const { rows, options } of splitRows(
  [
    ['cenc', 'drm-cenc000', keyIds.slice(0, 1)],
    ['cbcs', 'drm-cbcs000', keyIds.slice(0, 1)],
    ['keys that change at a segment', 'drm-rotates', keyIds],
  ] as const,
  ([name]) => name !== 'cbcs',
))
  test.concurrent.for(rows)(
    'a protected video (%s) plays to the end with licenses through the provider',
    options,
    async ([, id, keys], { product }) => {
      const { page, problems } = await open(product, id);
      await waitForState(page, 'ended');
      expect(await requestedKeys(id)).toEqual(new Set(keys));
      expect(page.workers().filter((worker) => worker.url().includes('media.worker'))).toEqual([]);
      expect(problems).toEqual([]);
    },
  );

test(
  'a direct license server receives the request from the page, with the headers of the catalog',
  { tags: ['thorough'] },
  async ({ product }) => {
    const { page, problems } = await open(product, 'drm-direct0');
    await waitForTime(page, 1);
    const { requests } = await started;
    const request = requests.find(({ path }) => path === '/drm-direct0');
    expect(request?.headers).toMatchObject({ 'x-key': 'operator', origin: product.playerOrigin });
    expect(problems).toEqual([]);
  },
);

test.concurrent.for([
  ['a license that is refused', 'drm-refused', 'drm.auth'],
  ['a license that never arrives', 'drm-never00', 'net.timeout'],
  ['a license that is no JSON', 'drm-nojson0', 'drm.auth'],
  ['a license without a key', 'drm-nokeys0', 'drm.auth'],
  ['a license with another key', 'drm-another', 'drm.auth'],
  ['a video without a key system that this browser has', 'drm-nosystm', 'drm.unavailable'],
  ['a protected video whose description names no license server', 'drm-unnamed', 'drm.unavailable'],
] as const)('%s shows the error card with its code [H5]', { tags: ['thorough'] }, async ([, id, code], { product }) => {
  const { page } = await open(product, id);
  expect(await cardOf(page)).toContain(code);
});

/** Makes the browser report a key status that ClearKey never reports. */
async function reportStatus(page: Page, status: MediaKeyStatus): Promise<void> {
  await page.addInitScript((reported) => {
    const map = MediaKeyStatusMap.prototype;
    const { forEach } = map;
    map.get = () => reported;
    map.forEach = function (callback) {
      forEach.call(this, (_, id) => callback(reported, id, this));
    };
  }, status);
}

test.concurrent.for([
  ['an output that the license does not allow', 'output-restricted', 'drm.unavailable'],
  ['a key that expires at once after every renewal', 'expired', 'drm.auth'],
] as const)(
  '%s shows the error card with its code [H5]',
  { tags: ['thorough'] },
  async ([, status, code], { product }) => {
    const { page } = await product.openPage();
    await reportStatus(page, status);
    await hurry(page);
    await page.goto(`${product.playerOrigin}/embed/drm-status0?autoplay=1&mute=1`);
    expect(await cardOf(page)).toContain(code);
  },
);

/** Records how far the video plays, because the element is empty once the error card shows. */
async function recordHighestTime(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const times = { highest: 0 };
    Object.assign(window, { times });
    const record = ({ target }: Event): void => {
      times.highest = Math.max(times.highest, (target as HTMLVideoElement).currentTime);
    };
    addEventListener('timeupdate', record, true);
  });
  return () => page.evaluate(() => (window as unknown as { times: { highest: number } }).times.highest);
}

test(
  'when a later key is refused, the error card shows only after the buffer has played [H5]',
  { tags: ['thorough'] },
  async ({ product }) => {
    const { page } = await product.openPage();
    const highestTime = await recordHighestTime(page);
    await hurry(page);
    await page.goto(`${product.playerOrigin}/embed/drm-revoked?autoplay=1&mute=1`);
    expect(await cardOf(page)).toContain('drm.auth');
    expect(await highestTime()).toBeGreaterThan(2);
    expect(await requestedKeys('drm-revoked')).toEqual(new Set(keyIds));
  },
);

test(
  'a license request without a connection shows the error card, and the video plays once the page is online',
  { tags: ['thorough'] },
  async ({ product }) => {
    const { page, context } = await product.openPage();
    await hurry(page);
    await context.route('**/player/license*', (route) => route.abort('internetdisconnected'));
    await page.goto(`${product.playerOrigin}/embed/drm-cenc000?autoplay=1&mute=1`);
    expect(await cardOf(page)).toContain('net.connect');
    await context.unroute('**/player/license*');
    await page.evaluate(() => {
      window.dispatchEvent(new Event('offline'));
      window.dispatchEvent(new Event('online'));
    });
    await waitForTime(page, 1);
  },
);

test(
  'after a failed license request, Try again plays the video once the license server works',
  { tags: ['thorough'] },
  async ({ product }) => {
    const { responses } = await started;
    responses.set('/drm-returns', { status: 503 });
    const { page } = await open(product, 'drm-returns');
    expect(await cardOf(page)).toContain('net.badstatus');
    responses.set('/drm-returns', 'license');
    await page.getByRole('button', { name: 'Try again' }).click();
    await waitForTime(page, 1);
  },
);

test(
  'a video without protection plays in the worker between protected videos of a playlist',
  { tags: ['thorough'] },
  async ({ product }) => {
    const { page, problems } = await product.openPage();
    await hurry(page);
    await page.goto(`${product.playerOrigin}/embed/drm-cenc000?autoplay=1&mute=1&playlist=plain-video,drm-cbcs000`);
    const element = () =>
      page.evaluate(() => {
        const video = document.querySelector('video');
        return { isInWorker: video?.srcObject !== null, hasKeys: video?.mediaKeys !== null };
      });
    await waitForTime(page, 1);
    expect(await element()).toEqual({ isInWorker: false, hasKeys: true });
    await page.keyboard.press('Shift+N');
    await expect.poll(element).toMatchObject({ isInWorker: true });
    await waitForTime(page, 1);
    await page.keyboard.press('Shift+N');
    await expect.poll(element).toEqual({ isInWorker: false, hasKeys: true });
    await waitForTime(page, 1);
    expect(problems).toEqual([]);
  },
);

test('Widevine sends its request to the license server', { tags: ['thorough'] }, async ({ product, skip }) => {
  const { page } = await open(product, 'drm-widevin');
  const hasWidevine = await page.evaluate(() =>
    navigator
      .requestMediaKeySystemAccess('com.widevine.alpha', [
        { initDataTypes: ['cenc'], videoCapabilities: [{ contentType: 'video/mp4; codecs="avc1.42c015"' }] },
      ])
      .then(
        () => true,
        () => false,
      ),
  );
  skip(!hasWidevine, 'this browser has no Widevine');
  expect(await cardOf(page)).toContain('drm.auth');
  const { requests } = await started;
  expect(requests.some(({ path, body }) => path === '/drm-widevin' && body.length > 0)).toBe(true);
});
