import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PlayerResponse } from '../../../../protocol/provider/player-response.ts';
import { CatalogUnusable } from '../../../../src/provider/catalog/catalog-unusable.ts';
import { loadCatalog } from '../support/load-catalog.ts';
import { catalogWith, mediaPlaylist, VIDEO } from '../support/catalog-folder.ts';
import { CATALOG_FOLDER, openTestProvider } from '../support/test-provider.ts';
import { unversioned } from '../support/unversioned.ts';

test('the shipped catalog is free of faults and has the demo videos', async () => {
  const { videos, playlists, problems } = await loadCatalog(CATALOG_FOLDER);
  expect(problems).toEqual([]);
  expect([...videos.keys()].sort()).toEqual([
    'orielblockd',
    'orieldemo01',
    'oriellive01',
    'orielmp4001',
    'orielnearby',
    'orielsphere',
  ]);
  expect([...playlists.keys()]).toEqual(['PLorieldemolist001']);
  expect(videos.get('orielsphere')?.isSpherical).toBe(true);
});

test.each([
  ['broken JSON', '{', 'not JSON: the text ends too early'],
  ['a missing field', { ...VIDEO, title: undefined }, 'title'],
  ['a field of a wrong type', { ...VIDEO, width: 'wide' }, 'width'],
  ['an id of another form', { ...VIDEO, id: 'short' }, 'id: a video id is 11 characters'],
  ['an unknown field', { ...VIDEO, tilte: 'x' }, 'tilte'],
  [
    'a missing file',
    { ...VIDEO, sources: { hls: 'demo/none.m3u8' } },
    'sources.hls: no such file: media/demo/none.m3u8',
  ],
  ['a path out of the catalog', { ...VIDEO, sources: { hls: '../secret.m3u8' } }, 'sources.hls'],
  ['nothing to play', { ...VIDEO, sources: {} }, 'sources: name at least one'],
  [
    'a ladder without its renditions',
    { ...VIDEO, sources: { hls: 'broken.m3u8' } },
    'sources.hls: none of its playlists can be used: no such file: media/missing/index.m3u8',
  ],
  [
    'a live loop that is no playlist',
    { ...VIDEO, sources: { liveLoop: 'demo/captions.en.vtt' } },
    'sources.liveLoop: media/demo/captions.en.vtt is no HLS playlist',
  ],
  ['chapters at another server', { ...VIDEO, chapters: 'https://a.example/chapters.vtt' }, 'chapters'],
  ['a media address that cannot be parsed', { ...VIDEO, sources: { hls: 'https://[/master.m3u8' } }, 'sources.hls'],
  ['a host that is an address', { ...VIDEO, allowedHosts: ['https://a.example/'] }, 'allowedHosts.0'],
])('a description with %s is skipped, and reported with its file and field', async (_, content, fault) => {
  const broken = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nmissing/index.m3u8\n';
  const files = { 'videos/bad.json': content, 'videos/good.json': VIDEO, 'media/broken.m3u8': broken };
  const folder = await catalogWith(files);
  const { videos, problems } = await loadCatalog(folder);
  expect([...videos.keys()]).toEqual(['testvideo01']);
  expect(problems).toEqual([{ effect: 'skipped', message: expect.stringContaining('videos/bad.json:') }]);
  expect(problems[0]?.message).toContain(fault);
});

test('media files with a percent sign in their names are served', async () => {
  const folder = await catalogWith({
    'videos/a.json': { ...VIDEO, lengthSeconds: 4, sources: { hls: '50%/index.m3u8' }, storyboard: 'a.vtt' },
    'media/50%/index.m3u8': mediaPlaylist('init_%v.mp4', '100%.m4s'),
    'media/50%/init_%v.mp4': 'init',
    'media/50%/100%.m4s': 'segment',
    'media/a.vtt': 'WEBVTT\n\n00:00.000 --> 00:05.000\n100%.jpg#xywh=0,0,10,10\n',
    'media/100%.jpg': 'picture',
  });
  const catalog = await loadCatalog(folder);
  expect(catalog.problems).toEqual([]);
  expect(unversioned(catalog.videos.get('testvideo01')?.storyboard?.url)).toBe('/media/100%25.jpg');
  const provider = await openTestProvider({ catalog, mediaFolder: join(folder, 'media') });
  for (const name of ['50%/index.m3u8', '50%25/init_%v.mp4', '50%25/100%25.m4s', '100%25.jpg'])
    expect([name, (await provider.get(`/media/${name}`)).status]).toEqual([name, 200]);
});

test('of two videos with one id the first is kept, and the second reported', async () => {
  const folder = await catalogWith({ 'videos/a.json': VIDEO, 'videos/b.json': { ...VIDEO, title: 'Another' } });
  const { videos, problems } = await loadCatalog(folder);
  expect(videos.get('testvideo01')?.title).toBe('A test');
  expect(problems).toEqual([
    { effect: 'skipped', message: 'videos/b.json:1: id: testvideo01 is taken by videos/a.json' },
  ]);
});

test('a playlist is served without its missing videos, and skipped if all of its videos are missing', async () => {
  const folder = await catalogWith({
    'videos/a.json': VIDEO,
    'playlists/some.json': { id: 'PLsome', title: 'Some', videoIds: ['testvideo01', 'nosuchvideo'] },
    'playlists/none.json': { id: 'PLnone', title: 'None', videoIds: ['nosuchvideo'] },
  });
  const { playlists, problems } = await loadCatalog(folder);
  expect([...playlists.values()].map((list) => list.videoIds)).toEqual([['testvideo01']]);
  expect(problems).toHaveLength(2);
});

test.each([
  ['a misspelt field', '{\n  "privateEmbedHost": ["a.example"]\n}', 'site.json:2: privateEmbedHost: no such field'],
  ['a wrong value', { privateEmbedHosts: ['not a host'] }, 'site.json:1: privateEmbedHosts.0: a host name'],
  ['an invalid origin', { mediaOrigins: ['not an origin'] }, 'site.json:1: mediaOrigins.0'],
  ['an address that cannot be parsed', { addresses: { api: 'https://[' } }, 'site.json:1: addresses'],
  ['broken JSON', '{ "enforceSession": true, }', 'site.json:1:27: not JSON: a comma before }. Take the comma away'],
])('a site.json with %s refuses the whole catalog, since it may restrict access', async (_, content, fault) => {
  const folder = await catalogWith({ 'site.json': content, 'videos/a.json': VIDEO });
  await expect(loadCatalog(folder)).rejects.toThrow(CatalogUnusable);
  await expect(loadCatalog(folder)).rejects.toThrow(fault);
});

test('a site.json that is a folder does not count as absent', async () => {
  const folder = await catalogWith({ 'site.json/x.json': {}, 'videos/a.json': VIDEO });
  await expect(loadCatalog(folder)).rejects.toThrow('site.json is a folder, not a file');
});

test('a missing catalog folder, or one without a videos folder, is refused with a remedy', async () => {
  const missing = join(tmpdir(), 'oriel-no-such-catalog');
  await expect(loadCatalog(missing)).rejects.toThrow(`The folder ${missing} of the catalog does not exist. Set`);
  const folder = await catalogWith({ 'playlists/a.json': {} });
  await expect(loadCatalog(folder)).rejects.toThrow('has no folder videos. Set ORIEL_CATALOG_DIR');
});

test('external media keep their address, and their playlists are not inlined', async () => {
  const hls = 'https://cdn.example/v/master.m3u8';
  const folder = await catalogWith({ 'videos/a.json': { ...VIDEO, sources: { hls } } });
  const { videos, problems } = await loadCatalog(folder);
  expect(problems).toEqual([]);
  expect(videos.get('testvideo01')?.sources).toEqual({ hlsManifestUrl: hls, progressive: [], isLive: false });
});

test('chapters and storyboard may be in the description itself', async () => {
  const chapters = [{ title: 'One', startSeconds: 0 }];
  const storyboard = {
    url: 'demo/storyboard.jpg',
    tileWidth: 1,
    tileHeight: 1,
    columns: 1,
    rows: 1,
    tileCount: 1,
    intervalSeconds: 1,
  };
  const folder = await catalogWith({ 'videos/a.json': { ...VIDEO, chapters, storyboard } });
  const video = (await loadCatalog(folder)).videos.get('testvideo01');
  expect(video?.chapters).toEqual(chapters);
  expect(unversioned(video?.storyboard?.url)).toBe('/media/demo/storyboard.jpg');
});

test('a video with a broken description is unavailable, and a missing video is not found', async () => {
  const folder = await catalogWith({ 'videos/testvideo01.json': VIDEO, 'videos/brokenvideo.json': '{' });
  const catalog = await loadCatalog(folder);
  const provider = await openTestProvider({ catalog, mediaFolder: join(folder, 'media') });
  const statusOf = async (videoId: string): Promise<unknown> =>
    ((await provider.call('player', { videoId })).json as PlayerResponse).playabilityStatus;
  expect(await statusOf('brokenvideo')).toEqual({ status: 'ERROR', errorCode: 'net.unavailable' });
  expect(await statusOf('nosuchvideo')).toEqual({ status: 'ERROR', errorCode: 'video.notfound' });
  const page = async (videoId: string): Promise<number> => (await provider.get(`/embed/${videoId}`)).status;
  expect([await page('brokenvideo'), await page('nosuchvideo')]).toEqual([503, 404]);
});
