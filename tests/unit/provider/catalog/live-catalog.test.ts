import { rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { problemText } from '../../../../src/provider/catalog/catalog-problem.ts';
import type { Catalog } from '../../../../src/provider/catalog/catalog.ts';
import { LiveCatalog } from '../../../../src/provider/catalog/live-catalog.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { catalogWith, mediaPlaylist, VIDEO, writeFiles } from '../support/catalog-folder.ts';
import { newViewer } from '../support/bot-response.ts';
import { openTestProvider } from '../support/test-provider.ts';

const SECOND = { ...VIDEO, id: 'testvideo02', title: 'Second' };
const PATIENCE = { timeout: 20_000, interval: 20 };

interface Watched {
  readonly folder: string;
  readonly catalog: LiveCatalog;
  readonly clock: FakeClock;
  readonly notices: string[];
  readonly problems: string[];
  /** Writes files and reloads the catalog. */
  change(files: Record<string, unknown>): Promise<void>;
}

async function watched(files: Record<string, unknown> = { 'videos/a.json': VIDEO }): Promise<Watched> {
  const folder = await catalogWith(files);
  const clock = createFakeClock();
  const [notices, problems]: [string[], string[]] = [[], []];
  const catalog = await LiveCatalog.open(folder, {
    clock,
    onNotice: (notice) => notices.push(notice),
    onProblem: (problem) => problems.push(problem),
  });
  onTestFinished(() => catalog.close());
  const change = async (changed: Record<string, unknown>): Promise<void> => {
    await writeFiles(folder, changed);
    await catalog.reload();
  };
  return { folder, catalog, clock, notices, problems, change };
}

test('the catalog reports the result of its first load and each problem', async () => {
  const { notices, problems } = await watched({
    'videos/a.json': VIDEO,
    'videos/b.json': '{',
    'videos/c.json': { ...SECOND, lengthSeconds: 1 },
    'playlists/all.json': { id: 'PLall', title: 'All', videoIds: ['testvideo01'] },
  });
  expect(notices).toEqual(['2 videos, 1 playlist; 1 skipped, 1 warning']);
  expect(problems).toEqual([
    'skipped videos/b.json:1:2: not JSON: the text ends too early. Is a } or ] missing?',
    expect.stringMatching(/^warning: videos\/c\.json:1: lengthSeconds: is 1, but/),
  ]);
});

test('a description that is added, changed or removed is applied and reported', async () => {
  const { folder, catalog, notices, change } = await watched();
  await change({ 'videos/b.json': SECOND });
  expect(catalog.videos.get('testvideo02')?.title).toBe('Second');
  await change({ 'videos/b.json': { ...SECOND, title: 'Other' } });
  expect(catalog.videos.get('testvideo02')?.title).toBe('Other');
  await unlink(join(folder, 'videos/b.json'));
  await catalog.reload();
  expect(catalog.videos.has('testvideo02')).toBe(false);
  expect(notices.slice(1)).toEqual([
    'video added: testvideo02; now 2 videos, 0 playlists',
    'video changed: testvideo02; now 2 videos, 0 playlists',
    'video removed: testvideo02; now 1 video, 0 playlists',
  ]);
});

test('a broken description keeps its last valid state and is reported once, until it is fixed', async () => {
  const { catalog, notices, problems, change } = await watched();
  await change({ 'videos/a.json': '{ "id": "testvideo01", }' });
  await catalog.reload();
  expect(catalog.videos.get('testvideo01')?.title).toBe('A test');
  expect(catalog.problems).toEqual([{ effect: 'kept', message: expect.stringContaining('videos/a.json:1:24') }]);
  expect(problems).toEqual([expect.stringMatching(/^kept as it was before: videos\/a\.json:1:24: not JSON/)]);
  expect(notices).toHaveLength(1);
  await change({ 'videos/a.json': { ...VIDEO, title: 'Mended' } });
  expect(catalog.videos.get('testvideo01')?.title).toBe('Mended');
  expect(catalog.problems).toEqual([]);
});

test('a reload follows changes of the files that a description names: a late file, a changed file, and a playlist that ends', async () => {
  const growing = mediaPlaylist('init.mp4', '0.m4s').replace('#EXT-X-ENDLIST\n', '');
  const { catalog, problems, change } = await watched({
    'videos/a.json': { ...VIDEO, lengthSeconds: 0, sources: { hls: 'show/index.m3u8' }, chapters: 'show/chapters.vtt' },
    'media/show/index.m3u8': growing,
    'media/show/init.mp4': 'init',
    'media/show/0.m4s': '0',
  });
  expect(problems).toEqual([expect.stringContaining('chapters: no such file: media/show/chapters.vtt')]);
  await change({ 'media/show/chapters.vtt': 'WEBVTT\n\n00:00.000 --> 00:02.000\nOne\n' });
  expect(catalog.videos.get('testvideo01')).toMatchObject({ sources: { isLive: true }, chapters: [{ title: 'One' }] });
  await change({ 'media/show/chapters.vtt': 'WEBVTT\n\n00:00.000 --> 00:02.000\nOther\n' });
  expect(catalog.videos.get('testvideo01')?.chapters).toMatchObject([{ title: 'Other' }]);
  await change({ 'media/show/index.m3u8': `${growing}#EXTINF:3.5,\n1.m4s\n#EXT-X-ENDLIST\n` });
  expect(catalog.videos.get('testvideo01')).toMatchObject({ sources: { isLive: false }, lengthSeconds: 7.5 });
});

test('a stream declared live may start without a playlist; once the playlist exists, it decides whether the stream is live', async () => {
  const sources = { hls: 'show/master.m3u8', isLive: true };
  const { catalog, problems, change } = await watched({ 'videos/a.json': { ...VIDEO, lengthSeconds: 0, sources } });
  expect(catalog.videos.get('testvideo01')?.sources).toMatchObject({
    hlsManifestUrl: '/media/show/master.m3u8',
    isLive: true,
  });
  expect(problems).toEqual([
    expect.stringContaining('the live stream has not begun: no such file: media/show/master.m3u8'),
  ]);
  const video = mediaPlaylist('init.mp4', '0.m4s');
  await change({ 'media/show/init.mp4': 'init', 'media/show/0.m4s': '0' });
  await change({ 'media/show/master.m3u8': video.replace('#EXT-X-ENDLIST\n', '') });
  expect(catalog.videos.get('testvideo01')?.sources.isLive).toBe(true);
  expect(catalog.problems).toEqual([]);
  await change({ 'media/show/master.m3u8': video });
  expect(catalog.videos.get('testvideo01')?.sources.isLive).toBe(false);
});

test('the description decides whether a stream of another origin is live', async () => {
  const hls = 'https://live.example/master.m3u8';
  const { catalog, change } = await watched({ 'videos/a.json': { ...VIDEO, sources: { hls, isLive: true } } });
  expect(catalog.videos.get('testvideo01')?.sources).toMatchObject({ hlsManifestUrl: hls, isLive: true });
  await change({ 'videos/a.json': { ...VIDEO, sources: { hls } } });
  expect(catalog.videos.get('testvideo01')?.sources).toMatchObject({ isLive: false });
});

test('a playlist that leads out of the media folder is refused even if the stream is declared live', async () => {
  const { catalog, problems } = await watched({
    'videos/a.json': { ...VIDEO, sources: { hls: 'show/index.m3u8', isLive: true } },
    'media/show/index.m3u8': mediaPlaylist('init.mp4', '../../secret.m4s'),
  });
  expect(catalog.videos.has('testvideo01')).toBe(false);
  expect(problems).toEqual([expect.stringContaining('not below media/')]);
});

test('a reload keeps all values that have not changed, and reports nothing for them', async () => {
  const { catalog, change, notices } = await watched({
    'videos/a.json': VIDEO,
    'site.json': { enableSafetyMode: true },
  });
  const { videos, site } = catalog;
  await catalog.reload();
  expect(catalog.videos).toBe(videos);
  expect(catalog.site).toBe(site);
  await change({ 'videos/b.json': SECOND });
  expect(catalog.videos.get('testvideo01')).toBe(videos.get('testvideo01'));
  expect(notices).toHaveLength(2);
});

test('when site.json becomes invalid or disappears, its last settings and their restrictions stay in force', async () => {
  const { folder, catalog, problems, change } = await watched({
    'videos/a.json': VIDEO,
    'site.json': { privateEmbedHosts: ['school.example'] },
  });
  await change({ 'site.json': '{ "privateEmbedHosts": [ }', 'videos/b.json': SECOND });
  expect(catalog.site.privateEmbedHosts).toEqual(['school.example']);
  expect(catalog.videos.size).toBe(2);
  await unlink(join(folder, 'site.json'));
  await catalog.reload();
  expect(catalog.site.privateEmbedHosts).toEqual(['school.example']);
  expect(problems).toEqual([
    expect.stringContaining('kept as it was before: site.json:1:26: not JSON'),
    expect.stringContaining('kept as it was before: site.json is gone'),
  ]);
  await change({ 'site.json': {} });
  expect(catalog.site.privateEmbedHosts).toEqual([]);
});

test('a site.json that appears later is applied once it is valid', async () => {
  const { catalog, change } = await watched();
  await change({ 'site.json': '{', 'videos/b.json': SECOND });
  expect(catalog.problems.map(problemText)).toEqual([expect.stringContaining('kept as it was before: site.json:1:2')]);
  expect(catalog.videos.size).toBe(2);
  await change({ 'site.json': { enforceSession: true } });
  expect(catalog.site.enforceSession).toBe(true);
});

test('while the videos folder is missing, as with a lost disk, no video is removed; reloads work again once it is back', async () => {
  const { folder, catalog, problems, change } = await watched();
  await rename(join(folder, 'videos'), join(folder, 'away'));
  await catalog.reload();
  expect(catalog.videos.size).toBe(1);
  expect(problems).toEqual([expect.stringContaining('has no folder videos')]);
  await rename(join(folder, 'away'), join(folder, 'videos'));
  await change({ 'videos/b.json': SECOND });
  expect(catalog.videos.size).toBe(2);
  expect(catalog.problems).toEqual([]);
});

test('the catalog polls for changes without notification every five seconds, and stops polling on close', async () => {
  const { folder, catalog, clock, notices } = await watched({
    'videos/a.json': { ...VIDEO, chapters: 'demo/chapters.vtt' },
  });
  await writeFiles(folder, { 'media/demo/chapters.vtt': 'WEBVTT\n' });
  await clock.advance(4_999);
  expect(notices).toHaveLength(1);
  await clock.advance(1);
  await expect.poll(() => notices.at(-1), PATIENCE).toContain('video changed: testvideo01');
  await expect.poll(() => clock.pendingCount(), PATIENCE).toBe(1);
  catalog.close();
  expect(clock.pendingCount()).toBe(0);
});

test('the provider reads the catalog on each request instead of copying it at start', async () => {
  const { catalog } = await watched();
  const asked: string[] = [];
  const present = new Proxy<Catalog>(catalog, {
    get(target, name) {
      asked.push(String(name));
      return target[name as keyof Catalog];
    },
  });
  const provider = await openTestProvider({ catalog: present });
  expect(asked).toEqual([]);
  expect((await provider.get('/embed/testvideo01')).status).toBe(200);
  expect(asked).toContain('site');
});

test('pages, policies, calls, lists and live streams follow a change of the catalog', async () => {
  const { folder, catalog, change } = await watched();
  const provider = await openTestProvider({ catalog, mediaFolder: join(folder, 'media') });
  const policy = async (id: string) =>
    (await provider.get(`/embed/${id}`)).headers.get('Content-Security-Policy') ?? '';
  expect((await provider.get('/oembed?url=/embed/testvideo02')).status).toBe(404);
  expect((await provider.get('/live/testvideo02/0.m3u8')).status).toBe(404);
  expect(await policy('testvideo01')).not.toContain('cdn.example');
  await change({
    'videos/b.json': {
      ...SECOND,
      channelId: 'later',
      sources: { liveLoop: 'demo/master.m3u8' },
      posters: [{ url: 'https://cdn.example/p.jpg', mimeType: 'image/jpeg', width: 1, height: 1 }],
    },
    'playlists/all.json': { id: 'PLall', title: 'All', videoIds: ['testvideo02'] },
    'site.json': { enforceSession: true, config: { hot: { later: true } }, addresses: { api: 'https://api.example/' } },
  });
  expect((await provider.get('/oembed?url=/embed/testvideo02')).status).toBe(200);
  expect((await provider.get('/live/testvideo02/0.m3u8')).status).toBe(200);
  expect(await policy('testvideo01')).toContain('https://cdn.example');
  expect(await policy('testvideo01')).toContain('https://api.example');
  const asset = await provider.get('/assets/shell.css');
  expect(asset.headers.get('Content-Security-Policy')).toContain('https://api.example');
  const { json } = await provider.call('player', { videoId: 'testvideo02' });
  expect(JSON.stringify(json)).toContain('"later":true');
  expect(await (await provider.get('/embed/?list=PLall')).text()).toContain('https://api.example/');
  const summary = (await (await provider.get('/provider/api/summary')).json()) as { catalog: object };
  expect(summary.catalog).toEqual({ videos: 2, playlists: 1, problems: [] });
});

test('a channel that a new video adds can be subscribed to', async () => {
  const { folder, catalog, change } = await watched({
    'videos/a.json': { ...VIDEO, id: 'orieldemo01' },
  });
  const provider = await openTestProvider({ catalog, mediaFolder: join(folder, 'media') });
  const { visitorData } = await newViewer(provider);
  const subscribe = () =>
    provider.call('subscription/subscribe', { channelIds: ['later'], botguardResponse: 'x' }, { visitorData });
  expect((await subscribe()).status).toBe(404);
  await change({ 'videos/b.json': { ...SECOND, channelId: 'later' } });
  expect((await subscribe()).status).not.toBe(404);
});
