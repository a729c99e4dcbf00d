import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PlayerResponse } from '../../../../protocol/provider/player-response.ts';
import { offeredVideos } from '../../../../src/demo/catalog.ts';
import { listVideos, tableOf } from '../../../../src/studio/videos/list-videos.ts';
import { readCatalogFiles } from '../../../../src/studio/videos/catalog-files.ts';
import { listLibrary } from '../../../../src/studio/library/library-list.ts';
import { loadCatalog } from '../support/load-catalog.ts';
import { catalogWith } from '../support/catalog-folder.ts';
import { openTestProvider, testFrontend, type TestProvider } from '../support/test-provider.ts';

/** The shortest valid descriptions: id, title and the address of the media. */
const FILE = { id: 'plainfile01', title: 'A file', sources: { progressive: [{ url: 'https://cdn.example/a.webm' }] } };
const STREAM = { id: 'stream00001', title: 'A stream', sources: { hls: 'https://cdn.example/a.m3u8' } };
const LOCAL = { id: 'localhls001', title: 'A local stream', sources: { hls: 'demo/master.m3u8' } };

async function shortCatalog(): Promise<{ readonly folder: string; readonly provider: TestProvider }> {
  const folder = await catalogWith({ 'videos/a.json': FILE, 'videos/b.json': STREAM, 'videos/c.json': LOCAL });
  const catalog = await loadCatalog(folder);
  expect(catalog.problems).toEqual([]);
  return { folder, provider: await openTestProvider({ catalog, mediaFolder: join(folder, 'media') }) };
}

async function detailsOf(provider: TestProvider, videoId: string) {
  const response = PlayerResponse.parse((await provider.call('player', { videoId })).json);
  expect(response.playabilityStatus).toEqual({ status: 'OK' });
  return response;
}

test('an external video with a short description has no length, size or author, and its type comes from the file name', async () => {
  const { provider } = await shortCatalog();
  const unknown = { author: '', channelId: '', lengthSeconds: 0, width: 0, height: 0, isLive: false };
  const file = await detailsOf(provider, FILE.id);
  expect(file.videoDetails).toMatchObject(unknown);
  expect(file.streamingData?.progressive).toEqual([
    { url: 'https://cdn.example/a.webm', mimeType: 'video/webm', width: 0, height: 0, bitrate: 0 },
  ]);
  expect((await detailsOf(provider, STREAM.id)).videoDetails).toMatchObject(unknown);
});

test('a stream below media/ gets length and size from its playlists', async () => {
  const { provider } = await shortCatalog();
  const { videoDetails } = await detailsOf(provider, LOCAL.id);
  expect(videoDetails).toMatchObject({ lengthSeconds: 28.032, width: 1280, height: 720 });
});

test('for a video of unknown size and author, oEmbed and the embed code give a 16:9 frame and no author', async () => {
  const { provider } = await shortCatalog();
  const page = encodeURIComponent(`https://player.example/embed/${FILE.id}`);
  const response = (await (await provider.get(`/oembed?url=${page}&maxwidth=640`)).json()) as Record<string, unknown>;
  expect(response).toMatchObject({ title: 'A file', width: 640, height: 360 });
  expect(response).not.toHaveProperty('author_name');
  const { videoDetails } = await detailsOf(provider, FILE.id);
  const fields = { serializedSharedEntity: videoDetails?.serializedSharedEntity };
  const { json } = await provider.call('share/get_share_panel', fields);
  expect(json['embedCode']).toContain('width="1280" height="720"');
});

test('for a video of unknown length and size, the page’s cards use 16:9 and the first paint has no length', async () => {
  const { provider } = await shortCatalog();
  const text = await (await provider.get(`/embed/${FILE.id}`)).text();
  expect(text).toContain('<meta property="og:video:width" content="1280">');
  expect(text).toContain('<meta name="twitter:player:height" content="720">');
  expect(text).not.toContain('video:duration');
  expect(text).toMatch(/id="length"[^>]*><\//);
});

test('the home page lists a video of unknown length as a video, not as a live stream', async () => {
  const { catalog } = (await shortCatalog()).provider;
  const frontend = { ...testFrontend(), template: () => Promise.resolve('<!--oriel:videos-->') };
  const text = await (await (await openTestProvider({ catalog, frontend })).get('/')).text();
  const textContent = /<script type="application\/json" id="oriel-videos">(.*?)<\/script>/s.exec(text)?.[1] ?? '';
  const document = { getElementById: () => ({ textContent }) } as unknown as Document;
  expect(offeredVideos(document)[0]).toEqual({ id: FILE.id, name: 'A file', shows: 'A video' });
});

test('the operator’s lists show a dash for an unknown length and a 16:9 frame for an unknown size', async () => {
  const { folder } = await shortCatalog();
  const table = tableOf(await listVideos(await readCatalogFiles(folder), join(folder, 'media'), false));
  expect(table.slice(1).map((line) => line.split(/ {2,}/))).toEqual([
    ['plainfile01', '–', '0 B', 'yes', 'WEBM', 'A file'],
    ['stream00001', '–', '0 B', 'yes', 'HLS elsewhere', 'A stream'],
    ['localhls001', '–', expect.any(String), 'yes', 'HLS 240–720', 'A local stream'],
  ]);
  const { videos } = await listLibrary({ catalogFolder: folder, followLinks: false }, 'file', 0);
  expect(videos).toMatchObject([{ id: FILE.id, lengthSeconds: 0, width: 1280, height: 720, streams: ['WEBM'] }]);
});
