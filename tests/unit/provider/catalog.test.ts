import { cp, mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadCatalog } from '../../../src/provider/catalog/loading/load-catalog.ts';
import { configureSchemas } from '../../../src/provider/schema-configuration.ts';
import { CATALOG_FOLDER } from './support/test-provider.ts';

configureSchemas();

const VIDEO = {
  id: 'testvideo01',
  title: 'A test',
  author: 'Tester',
  channelId: 'tests',
  lengthSeconds: 28,
  width: 1280,
  height: 720,
  sources: { hls: 'demo/master.m3u8' },
};

/** A catalog folder with these files beside one copy of the demo's text files. */
async function catalogWith(files: Record<string, unknown>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-catalog-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(join(CATALOG_FOLDER, 'media/demo'), join(folder, 'media/demo'), {
    recursive: true,
    filter: (path) => !/\.(?:m4s|mp4|avif)$/.test(path),
  });
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

test('the shipped catalog is free of faults and has the demo videos', async () => {
  const { videos, playlists, problems } = await loadCatalog(CATALOG_FOLDER);
  expect(problems).toEqual([]);
  expect([...videos.keys()].sort()).toEqual([
    'orielblockd',
    'orieldemo01',
    'oriellive01',
    'orielmp4001',
    'orielsphere',
  ]);
  expect([...playlists.keys()]).toEqual(['PLorieldemolist001']);
  expect(videos.get('orielsphere')?.isSpherical).toBe(true);
});

test.each([
  ['no JSON', '{', 'not JSON'],
  ['a missing field', { ...VIDEO, title: undefined }, 'title'],
  ['a wrong type', { ...VIDEO, width: 'wide' }, 'width'],
  ['an id of another form', { ...VIDEO, id: 'short' }, 'id: a video id is 11 characters'],
  ['a field that nobody knows', { ...VIDEO, tilte: 'x' }, 'tilte'],
  [
    'a file that is not there',
    { ...VIDEO, sources: { hls: 'demo/none.m3u8' } },
    'sources.hls: no such file: media/demo/none.m3u8',
  ],
  ['a path that leads out', { ...VIDEO, sources: { hls: '../secret.m3u8' } }, 'sources.hls'],
  ['nothing to play', { ...VIDEO, sources: {} }, 'sources: name at least one'],
  [
    'a ladder without its rungs',
    { ...VIDEO, sources: { hls: 'broken.m3u8' } },
    'sources.hls: a playlist cannot be used: no such file: media/missing/index.m3u8',
  ],
  [
    'nothing to loop',
    { ...VIDEO, sources: { liveLoop: 'demo/captions.en.vtt' } },
    'sources.liveLoop: a playlist cannot',
  ],
  ['chapters elsewhere', { ...VIDEO, chapters: 'https://a.example/chapters.vtt' }, 'chapters'],
  [
    'a storyboard that is none',
    { ...VIDEO, storyboard: 'demo/chapters.vtt' },
    'storyboard: media/demo/chapters.vtt is not one sprite',
  ],
  ['a medium whose address cannot be read', { ...VIDEO, sources: { hls: 'https://[/master.m3u8' } }, 'sources.hls'],
  ['a host that is an address', { ...VIDEO, allowedHosts: ['https://a.example/'] }, 'allowedHosts.0'],
])('%s is named with its file and field, and skipped', async (_, content, fault) => {
  const broken = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nmissing/index.m3u8\n';
  const files = { 'videos/bad.json': content, 'videos/good.json': VIDEO, 'media/broken.m3u8': broken };
  const folder = await catalogWith(files);
  const { videos, problems } = await loadCatalog(folder);
  expect([...videos.keys()]).toEqual(['testvideo01']);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain('videos/bad.json');
  expect(problems[0]).toContain(fault);
});

test('a file name with a percent sign of its own, and an address that is none, stop nothing', async () => {
  const storyboard = (image: string) => `WEBVTT\n\n00:00.000 --> 00:05.000\n${image}#xywh=0,0,10,10\n`;
  const folder = await catalogWith({
    'videos/a.json': { ...VIDEO, storyboard: 'a.vtt' },
    'videos/b.json': { ...VIDEO, id: 'testvideo02', storyboard: 'b.vtt' },
    'media/a.vtt': storyboard('100%.jpg'),
    'media/b.vtt': storyboard('//[/x.jpg'),
  });
  const { videos, problems } = await loadCatalog(folder);
  expect(problems).toEqual([]);
  expect(videos.get('testvideo01')?.storyboard?.url).toBe('/media/100%25.jpg');
  expect([...videos.keys()]).toEqual(['testvideo01', 'testvideo02']);
});

test('an id that two files claim stays with the first', async () => {
  const folder = await catalogWith({ 'videos/a.json': VIDEO, 'videos/b.json': { ...VIDEO, title: 'Another' } });
  const { videos, problems } = await loadCatalog(folder);
  expect(videos.get('testvideo01')?.title).toBe('A test');
  expect(problems).toEqual(['videos/b.json: id: testvideo01 is taken by another file']);
});

test('a playlist is kept without the videos that are not there, and left out when none are', async () => {
  const folder = await catalogWith({
    'videos/a.json': VIDEO,
    'playlists/some.json': { id: 'PLsome', title: 'Some', videoIds: ['testvideo01', 'nosuchvideo'] },
    'playlists/none.json': { id: 'PLnone', title: 'None', videoIds: ['nosuchvideo'] },
  });
  const { playlists, problems } = await loadCatalog(folder);
  expect([...playlists.values()].map((list) => list.videoIds)).toEqual([['testvideo01']]);
  expect(problems).toHaveLength(2);
});

test('a bad site.json is named, and the rest goes on without it', async () => {
  const folder = await catalogWith({ 'site.json': { mediaOrigins: ['not an origin'] }, 'videos/a.json': VIDEO });
  const { videos, site, problems } = await loadCatalog(folder);
  expect(videos.size).toBe(1);
  expect(site.mediaOrigins).toEqual([]);
  expect(problems[0]).toContain('site.json: mediaOrigins.0');
});

test('a service whose address cannot be read is named, and the rest goes on without it', async () => {
  const folder = await catalogWith({ 'site.json': { addresses: { api: 'https://[' } }, 'videos/a.json': VIDEO });
  const { videos, site, problems } = await loadCatalog(folder);
  expect(videos.size).toBe(1);
  expect(site.addresses).toEqual({});
  expect(problems[0]).toContain('site.json: addresses');
});

test('a folder that is not there is an empty catalog', async () => {
  const { videos, problems } = await loadCatalog(join(tmpdir(), 'oriel-no-such-catalog'));
  expect(videos.size).toBe(0);
  expect(problems).toEqual([]);
});

test('media elsewhere keeps its address, and its playlists are not inlined', async () => {
  const hls = 'https://cdn.example/v/master.m3u8';
  const folder = await catalogWith({ 'videos/a.json': { ...VIDEO, sources: { hls } } });
  const { videos, problems } = await loadCatalog(folder);
  expect(problems).toEqual([]);
  expect(videos.get('testvideo01')?.sources).toEqual({ hlsManifestUrl: hls, progressive: [], isLive: false });
});

test('chapters and storyboard may stand in the description itself', async () => {
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
  expect(video?.storyboard?.url).toBe('/media/demo/storyboard.jpg');
});
