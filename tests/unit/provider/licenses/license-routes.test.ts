import { expect, onTestFinished, test } from 'vitest';
import { LICENSE_MAX_BYTES, LICENSE_TIMEOUT_MS } from '../../../../protocol/media/content-protection.ts';
import { PlayerResponse } from '../../../../protocol/provider/player-response.ts';
import { ProtectedBy } from '../../../../src/provider/catalog/protected-by.ts';
import { contentOrigins } from '../../../../src/provider/catalog/content-origins.ts';
import { startLicenseServer, type LicenseServer } from '../../../support/license-server.ts';
import { base64Url, TEST_KEYS } from '../../../support/test-keys.ts';
import {
  CATALOG_FOLDER,
  openTestProvider,
  type TestProvider,
  type TestProviderOptions,
} from '../support/test-provider.ts';
import { catalogWith, VIDEO as DESCRIBED } from '../support/catalog-folder.ts';
import { loadCatalog } from '../support/load-catalog.ts';
import { unversioned } from '../support/unversioned.ts';

const VIDEO = 'orieldemo01';
const SECRET = { Authorization: 'Bearer of the operator' };
const [FIRST] = TEST_KEYS;
const REQUEST = JSON.stringify({ kids: [base64Url(FIRST.keyId)], type: 'temporary' });
const LICENSE = { keys: [{ kty: 'oct', kid: base64Url(FIRST.keyId), k: base64Url(FIRST.key) }], type: 'temporary' };

async function startServer(): Promise<LicenseServer> {
  const server = await startLicenseServer();
  onTestFinished(() => server.close());
  return server;
}

/** A provider whose demo video is protected by these key systems. */
async function openProtected(drm: object, options: TestProviderOptions = {}): Promise<TestProvider> {
  const shipped = await loadCatalog(CATALOG_FOLDER);
  const video = shipped.videos.get(VIDEO);
  if (video === undefined) throw new Error('no demo video');
  const videos = new Map(shipped.videos).set(VIDEO, { ...video, drm: ProtectedBy.parse(drm) });
  return openTestProvider({ ...options, catalog: { ...shipped, videos } });
}

async function sourcesOf(provider: TestProvider) {
  const response = PlayerResponse.parse((await provider.call('player', { videoId: VIDEO })).json);
  return response.streamingData?.drm;
}

async function licenseUrlOf(provider: TestProvider, system = 'org.w3.clearkey'): Promise<string> {
  return (await sourcesOf(provider))?.[system]?.licenseUrl ?? '';
}

test('the provider forwards a license request with the operator’s headers, which the page does not receive', async () => {
  const server = await startServer();
  const licenseUrl = `${server.origin}/license`;
  const provider = await openProtected({ 'org.w3.clearkey': { licenseUrl, headers: SECRET } });
  const sources = await sourcesOf(provider);
  expect(JSON.stringify(sources)).not.toContain('operator');
  expect(JSON.stringify(sources)).not.toContain(server.origin);
  const response = await provider.post(sources?.['org.w3.clearkey']?.licenseUrl ?? '', REQUEST);
  expect(await response.json()).toEqual(LICENSE);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect(server.requests).toMatchObject([
    { method: 'POST', path: '/license', headers: { authorization: SECRET.Authorization } },
  ]);
});

test('headers of a key system reach the license server, and no other header of the viewer does', async () => {
  const server = await startServer();
  const provider = await openProtected({ 'com.microsoft.playready': { licenseUrl: `${server.origin}/license` } });
  const own = {
    'Content-Type': 'text/xml',
    SOAPAction: 'AcquireLicense',
    Cookie: 'viewer=1',
    'X-Forwarded-Host': 'evil',
  };
  await provider.post(await licenseUrlOf(provider, 'com.microsoft.playready'), REQUEST, own);
  expect(server.requests[0]?.headers).toMatchObject({ 'content-type': 'text/xml', soapaction: 'AcquireLicense' });
  expect(server.requests[0]?.headers).not.toHaveProperty('cookie');
  expect(server.requests[0]?.headers).not.toHaveProperty('x-forwarded-host');
});

test('the page receives the address and headers of a direct license server, and its policy allows the connection', async () => {
  const system = { licenseUrl: 'https://license.example/widevine', headers: SECRET };
  const provider = await openProtected({ 'com.widevine.alpha': { ...system, isDirect: true } });
  expect(await sourcesOf(provider)).toEqual({ 'com.widevine.alpha': system });
  expect(contentOrigins(provider.catalog, false).connectOrigins).toContain('https://license.example');
});

test('the policy of pages does not allow the origin of a license server behind the provider', async () => {
  const provider = await openProtected({ 'com.widevine.alpha': { licenseUrl: 'https://license.example/widevine' } });
  expect(contentOrigins(provider.catalog, false).connectOrigins).not.toContain('https://license.example');
});

test('the provider fetches a certificate from another server for the page', async () => {
  const server = await startServer();
  const [licenseUrl, certificateUrl] = [`${server.origin}/license`, `${server.origin}/certificate`];
  const provider = await openProtected({ 'com.apple.fps': { licenseUrl, certificateUrl } });
  const source = (await sourcesOf(provider))?.['com.apple.fps'];
  expect((await provider.get(source?.certificateUrl ?? '')).status).toBe(200);
  expect(server.requests).toMatchObject([{ method: 'GET', path: '/certificate' }]);
});

test('a certificate in the media folder has an address below /media/, and a missing certificate is reported', async () => {
  const fairPlay = (certificateUrl: string) => ({ licenseUrl: 'https://license.example/', certificateUrl });
  const folder = await catalogWith({
    'videos/a.json': { ...DESCRIBED, drm: { 'com.apple.fps': fairPlay('demo/poster.jpg') } },
    'videos/b.json': { ...DESCRIBED, id: 'othervideo1', drm: { 'com.apple.fps': fairPlay('demo/missing.der') } },
  });
  const { videos, problems } = await loadCatalog(folder);
  expect(unversioned(videos.get(DESCRIBED.id)?.drm)).toMatchObject({
    'com.apple.fps': { certificateUrl: '/media/demo/poster.jpg' },
  });
  expect(videos.has('othervideo1')).toBe(false);
  expect(problems).toMatchObject([
    { effect: 'skipped', message: expect.stringContaining('drm.com.apple.fps.certificateUrl') as string },
  ]);
});

test('with signed media, a certificate in any media folder is served only at its signed address', async () => {
  const certificateUrl = 'certificates/fairplay.cer';
  const folder = await catalogWith({
    'videos/a.json': { ...DESCRIBED, drm: { 'com.apple.fps': { licenseUrl: 'https://l.example/', certificateUrl } } },
    'site.json': { signMedia: true },
    [`media/${certificateUrl}`]: 'certificate',
  });
  const provider = await openTestProvider({ catalog: await loadCatalog(folder), mediaFolder: `${folder}/media` });
  const response = PlayerResponse.parse((await provider.call('player', { videoId: DESCRIBED.id })).json);
  const signed = response.streamingData?.drm?.['com.apple.fps']?.certificateUrl ?? '';
  expect(signed).toMatch(/^\/media\/~/);
  expect(await (await provider.get(signed)).text()).toBe('certificate');
  expect((await provider.get(`/media/${certificateUrl}`)).status).toBe(403);
});

test('pages of other origins may send the headers of PlayReady', async () => {
  const provider = await openTestProvider();
  const request = new Request('http://player.example/youtubei/v1/player/license', { method: 'OPTIONS' });
  const allowed = (await provider.fetch(request)).headers.get('Access-Control-Allow-Headers');
  expect(allowed?.split(', ')).toEqual(expect.arrayContaining(['Content-Type', 'SOAPAction']));
});

test('an unprotected file beside a protected stream is a warning', async () => {
  const file = { url: 'demo/poster.jpg', mimeType: 'video/mp4', width: 1, height: 1, bitrate: 1 };
  const drm = { 'com.apple.fps': { licenseUrl: 'https://license.example/' } };
  const sources = { ...DESCRIBED.sources, progressive: [file] };
  const { problems } = await loadCatalog(await catalogWith({ 'videos/a.json': { ...DESCRIBED, sources, drm } }));
  expect(problems.map(({ message }) => message).join()).toContain('not protected');
});

test('a license request gets the keys of the description for the requested key ids, and an invalid request gets 400', async () => {
  const keys = Object.fromEntries(TEST_KEYS.map(({ keyId, key }) => [keyId, key]));
  const provider = await openProtected({ 'org.w3.clearkey': { keys } });
  const address = await licenseUrlOf(provider);
  expect(JSON.stringify(await sourcesOf(provider))).not.toContain(FIRST.key);
  expect(await (await provider.post(address, REQUEST)).json()).toEqual(LICENSE);
  expect((await provider.post(address, 'no request')).status).toBe(400);
});

test('a license request without a valid token gets 403 and does not reach the license server', async () => {
  const server = await startServer();
  const provider = await openProtected({ 'org.w3.clearkey': { licenseUrl: `${server.origin}/license` } });
  const address = await licenseUrlOf(provider);
  const other = (await provider.call('player', { videoId: VIDEO })).json['videoDetails'] as {
    serializedSharedEntity: string;
  };
  const path = address.split('=')[0];
  for (const bad of [
    '/youtubei/v1/player/license',
    `${path}=`,
    `${path}=${other.serializedSharedEntity}`,
    `${address}x`,
  ])
    expect((await provider.post(bad, REQUEST)).status).toBe(403);
  provider.clock.jumpWallClock(21_600_001);
  expect((await provider.post(address, REQUEST)).status).toBe(403);
  expect(server.requests).toEqual([]);
});

test('a token issued before its video was withdrawn gets no license', async () => {
  const server = await startServer();
  const provider = await openProtected({ 'org.w3.clearkey': { licenseUrl: `${server.origin}/license` } });
  const address = await licenseUrlOf(provider);
  const video = provider.catalog.videos.get(VIDEO);
  (provider.catalog.videos as Map<string, typeof video>).set(VIDEO, {
    ...(video as NonNullable<typeof video>),
    refusal: { status: 'ERROR', reason: 'Withdrawn' },
  });
  expect((await provider.post(address, REQUEST)).status).toBe(403);
  expect(server.requests).toEqual([]);
});

test.each([
  ['401 of the license server', { status: 401 }, 403],
  ['403 of the license server', { status: 403 }, 403],
  ['410 of the license server', { status: 410 }, 403],
  ['500 of the license server', { status: 500 }, 502],
  ['a license of ten megabytes', 'ten megabytes', 502],
  ['a redirect, which could lead anywhere', 'redirect', 502],
] as const)('a license request gets 403 or 502, and is not repeated, after %s', async (_, response, status) => {
  const server = await startServer();
  server.responses.set('/license', response);
  const provider = await openProtected({ 'org.w3.clearkey': { licenseUrl: `${server.origin}/license` } });
  expect((await provider.post(await licenseUrlOf(provider), REQUEST)).status).toBe(status);
  expect(server.requests.map(({ path }) => path)).toEqual(['/license']);
});

test('a license request gets 502 if the license server is unreachable, and 504 if the server never responds', async () => {
  const server = await startServer();
  const away = await openProtected({ 'org.w3.clearkey': { licenseUrl: 'http://localhost:1/license' } });
  expect((await away.post(await licenseUrlOf(away), REQUEST)).status).toBe(502);
  server.responses.set('/license', 'nothing');
  const provider = await openProtected({ 'org.w3.clearkey': { licenseUrl: `${server.origin}/license` } });
  const response = provider.post(await licenseUrlOf(provider), REQUEST);
  await expect.poll(() => server.requests.length).toBe(1);
  await provider.clock.advance(LICENSE_TIMEOUT_MS - 2_000);
  expect((await response).status).toBe(504);
});

test('license requests are limited in bytes, and in rate for each page', async () => {
  const server = await startServer();
  const provider = await openProtected({ 'org.w3.clearkey': { licenseUrl: `${server.origin}/license` } });
  const address = await licenseUrlOf(provider);
  expect((await provider.post(address, 'x'.repeat(65_537))).status).toBe(413);
  const statuses = [];
  for (let count = 0; count < 25; count += 1) statuses.push((await provider.post(address, REQUEST)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(19);
  expect(statuses.filter((status) => status === 429)).toHaveLength(6);
  // Another page has a separate rate.
  expect((await provider.post(await licenseUrlOf(provider), REQUEST)).status).toBe(200);
  expect(LICENSE_MAX_BYTES).toBeLessThan(10_000_000);
});

test('at most 200 license requests wait for a hanging license server, and the next request gets 503 at once', async () => {
  const server = await startServer();
  server.responses.set('/license', 'nothing');
  const provider = await openProtected({ 'org.w3.clearkey': { licenseUrl: `${server.origin}/license` } });
  const hanging: Promise<Response>[] = [];
  for (let page = 0; page < 10; page += 1) {
    const address = await licenseUrlOf(provider);
    for (let count = 0; count < 20; count += 1) hanging.push(provider.post(address, REQUEST));
  }
  await expect.poll(() => server.requests.length).toBe(200);
  const address = await licenseUrlOf(provider);
  expect((await provider.post(address, REQUEST)).status).toBe(503);
  await provider.clock.advance(LICENSE_TIMEOUT_MS - 2_000);
  expect(new Set((await Promise.all(hanging)).map(({ status }) => status))).toEqual(new Set([504]));
  server.responses.set('/license', 'license');
  expect((await provider.post(address, REQUEST)).status).toBe(200);
});

test('licenses work below a path prefix', async () => {
  const server = await startServer();
  const drm = { 'org.w3.clearkey': { licenseUrl: `${server.origin}/license` } };
  const provider = await openProtected(drm, { pathPrefix: '/player' });
  const address = await licenseUrlOf(provider);
  expect(address).toMatch(/^\/player\/youtubei/);
  expect((await provider.post(address, REQUEST)).status).toBe(200);
});

test('the streams of an unprotected video have no field drm', async () => {
  const provider = await openTestProvider();
  expect(await sourcesOf(provider)).toBeUndefined();
});

test.each([
  ['an unknown key system', { 'com.example.drm': { licenseUrl: 'https://license.example/' } }],
  ['no key system', {}],
  ['a license address that is a file', { 'com.widevine.alpha': { licenseUrl: 'demo/license' } }],
  ['a header in two lines', { 'com.widevine.alpha': { licenseUrl: 'https://l.example/', headers: { a: 'b\r\nc' } } }],
  ['keys of another length', { 'org.w3.clearkey': { keys: { ab: 'cd' } } }],
])('the catalog refuses protection with %s', (_, drm) => {
  expect(ProtectedBy.safeParse(drm).success).toBe(false);
});
