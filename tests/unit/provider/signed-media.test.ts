import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadCatalog } from './support/load-catalog.ts';
import { catalogWith, mediaPlaylist, VIDEO } from './support/catalog-folder.ts';
import { openTestProvider, type TestProvider } from './support/test-provider.ts';
import { unversioned } from './support/unversioned.ts';

const LIFETIME_SECONDS = 600;

const POSTER = { url: 'demo/poster.jpg', mimeType: 'image/jpeg', width: 1280, height: 720 };
const AUTHOR = { name: 'Tester', picture: 'demo/author.svg' };
const CAPTIONS = {
  url: 'demo/captions.en.vtt',
  languageCode: 'en',
  name: 'English',
  kind: 'subtitles',
  isDefault: true,
};

/** Four videos of a site that signs its media: the demo video, another video, a live loop, and a restricted video. */
async function openSite(site: object = { signMedia: true }): Promise<TestProvider> {
  const folder = await catalogWith({
    'site.json': site,
    'videos/a.json': {
      ...VIDEO,
      author: AUTHOR,
      posters: [POSTER],
      captions: [CAPTIONS],
      storyboard: 'demo/storyboard.vtt',
    },
    'videos/b.json': { ...VIDEO, id: 'testvideo02', lengthSeconds: 4, sources: { hls: 'other/index.m3u8' } },
    'videos/c.json': { ...VIDEO, id: 'testvideo03', sources: { liveLoop: 'demo/master.m3u8' } },
    'videos/d.json': { ...VIDEO, id: 'testvideo04', allowedHosts: ['friend.example'] },
    'media/other/index.m3u8': mediaPlaylist('init.mp4', '0.m4s'),
    'media/other/init.mp4': 'init',
    'media/other/0.m4s': 'segment',
    'media/top.mp4': 'video',
  });
  const catalog = await loadCatalog(folder);
  expect(catalog.problems).toEqual([]);
  return openTestProvider({
    catalog,
    mediaFolder: join(folder, 'media'),
    limits: { signedMediaSeconds: LIFETIME_SECONDS },
  });
}

interface Streams {
  readonly hlsManifestUrl: string;
  readonly inlinePlaylists: Record<string, string>;
}

async function streamsOf(provider: TestProvider, videoId: string): Promise<Streams> {
  return (await provider.call('player', { videoId })).json['streamingData'] as Streams;
}

const statusOf = async (provider: TestProvider, address: string) => (await provider.get(address)).status;
const beside = (address: string, relative: string) => new URL(relative, `http://player.example${address}`).pathname;

test('signed media is served at the addresses issued to a page, and at addresses relative to them', async () => {
  const provider = await openSite();
  const { hlsManifestUrl, inlinePlaylists } = await streamsOf(provider, 'testvideo01');
  expect(hlsManifestUrl).toMatch(/^\/media\/~[\w.-]+\/@[\w-]+\/demo\/master\.m3u8$/);
  expect(Object.keys(inlinePlaylists)).toContain(beside(hlsManifestUrl, 'v240/index.m3u8'));
  for (const name of ['master.m3u8', 'v240/index.m3u8', 'v240/init.mp4', 'v240/000.m4s', 'subs-en/index.m3u8'])
    expect([name, await statusOf(provider, beside(hlsManifestUrl, name))]).toEqual([name, 200]);
  const segment = await provider.get(beside(hlsManifestUrl, 'v240/000.m4s'));
  expect(segment.headers.get('Cache-Control')).toBe('private, max-age=3600');
});

test('a media request without a token, with the token of another video or with a forged token gets 403', async () => {
  const provider = await openSite();
  const { hlsManifestUrl } = await streamsOf(provider, 'testvideo02');
  expect(await statusOf(provider, hlsManifestUrl)).toBe(200);
  for (const address of [
    '/media/demo/master.m3u8',
    '/media/demo/v240/000.m4s',
    '/media/top.mp4',
    beside(hlsManifestUrl, '../demo/master.m3u8'),
    beside(hlsManifestUrl, '../demo/v240/000.m4s'),
    beside(hlsManifestUrl, '../top.mp4'),
    hlsManifestUrl.replace('/~', '/~x'),
    hlsManifestUrl.replace(/~[\w.-]+/, '~'),
  ])
    expect([address, await statusOf(provider, address)]).toEqual([address, 403]);
  expect(await statusOf(provider, hlsManifestUrl.replace('/other/', '/other/..%2fdemo/'))).toBe(404);
});

test('a signed address is valid for its lifetime, and a page gets a new address after half of it', async () => {
  const provider = await openSite();
  const { hlsManifestUrl } = await streamsOf(provider, 'testvideo01');
  expect((await streamsOf(provider, 'testvideo01')).hlsManifestUrl).toBe(hlsManifestUrl);
  await provider.clock.advance((LIFETIME_SECONDS / 2) * 1_000);
  expect(await statusOf(provider, hlsManifestUrl)).toBe(200);
  expect((await streamsOf(provider, 'testvideo01')).hlsManifestUrl).not.toBe(hlsManifestUrl);
  await provider.clock.advance((LIFETIME_SECONDS / 2) * 1_000);
  expect(await statusOf(provider, hlsManifestUrl)).toBe(403);
});

test('addresses of captions, storyboard and first parts are signed, those of posters and authors’ pictures are public', async () => {
  const provider = await openSite();
  const { json } = await provider.call('player', { videoId: 'testvideo01' });
  const [captions] = json['captions'] as { url: string }[];
  const storyboard = json['storyboard'] as { url: string };
  const details = json['videoDetails'] as { posters: { url: string }[]; authorPicture: string };
  for (const address of [captions?.url ?? '', storyboard.url]) {
    expect(address).toContain('/media/~');
    expect(await statusOf(provider, address)).toBe(200);
    expect(await statusOf(provider, address.replace(/~[^/]+\//, ''))).toBe(403);
  }
  expect(unversioned(details.posters[0]?.url)).toBe('/media/demo/poster.jpg');
  expect(await statusOf(provider, '/media/demo/poster.jpg')).toBe(200);
  expect(unversioned(details.authorPicture)).toBe('/media/demo/author.svg');
  expect(await statusOf(provider, details.authorPicture)).toBe(200);
  const page = await (await provider.get('/embed/testvideo01')).text();
  expect(page).toMatch(/\/media\/~[\w.-]+\/@[\w-]+\/demo\/v240\/init\.mp4/);
  expect(unversioned(page)).not.toContain('/media/demo/v240');
});

test('the playlists and segments of a looped stream require the token of that stream', async () => {
  const provider = await openSite();
  const { hlsManifestUrl } = await streamsOf(provider, 'testvideo03');
  expect(await statusOf(provider, '/live/testvideo03/0.m3u8')).toBe(403);
  expect(await statusOf(provider, hlsManifestUrl.replace('/~', '/~x'))).toBe(403);
  expect(await statusOf(provider, hlsManifestUrl)).toBe(200);
  const playlist = await (await provider.get(beside(hlsManifestUrl, '0.m3u8'))).text();
  const init = /#EXT-X-MAP:URI="([^"]+)"/.exec(playlist)?.[1] ?? '';
  expect(init).toMatch(/^\/media\/~[\w.-]+\/@[\w-]+\/demo\/v240\/init\.mp4$/);
  expect(await statusOf(provider, init)).toBe(200);
  const { hlsManifestUrl: other } = await streamsOf(provider, 'testvideo01');
  const token = /~[^/]+/.exec(other)?.[0] ?? '';
  expect(await statusOf(provider, `/live/${token}/testvideo03/0.m3u8`)).toBe(403);
});

test('a page framed by a host that is not allowed has no signed address', async () => {
  const provider = await openSite();
  const headers = { Referer: 'https://stranger.example/', 'Sec-Fetch-Dest': 'iframe' };
  const page = await (await provider.get('/embed/testvideo04', headers)).text();
  expect(page).toContain('embedder.denied');
  expect(page).not.toContain('/media/~');
  const friend = { ...headers, Referer: 'https://friend.example/' };
  expect(await (await provider.get('/embed/testvideo04', friend)).text()).toContain('/media/~');
});

test('a site without signing serves media at plain addresses, and at signed addresses issued earlier', async () => {
  const signing = await openSite();
  const { hlsManifestUrl } = await streamsOf(signing, 'testvideo01');
  const open = await openSite({});
  expect(unversioned((await streamsOf(open, 'testvideo01')).hlsManifestUrl)).toBe('/media/demo/master.m3u8');
  expect(await statusOf(open, '/media/demo/v240/000.m4s')).toBe(200);
  expect(await statusOf(open, hlsManifestUrl)).toBe(200);
});
