import { appendFile, mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startTestProvider } from './support/start-test-provider.ts';

const MASTER = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv/index.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=2\nw/index.m3u8\n';
const WINDOW_SEGMENTS = 5;

/** A sliding window up to a segment, as written by an encoder. */
function window(newest: number, isOver = false): string {
  const oldest = Math.max(0, newest - WINDOW_SEGMENTS + 1);
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-TARGETDURATION:2', `#EXT-X-MEDIA-SEQUENCE:${oldest}`];
  for (let number = oldest; number <= newest; number++) lines.push('#EXTINF:2.000000,', `${number}.m4s`);
  return `${[...lines, ...(isOver ? ['#EXT-X-ENDLIST'] : [])].join('\n')}\n`;
}

/** A provider over a media folder that the test writes to. */
async function openStudio() {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'videos'));
  const write = async (name: string, content: string): Promise<void> => {
    const file = join(folder, 'media', name);
    await mkdir(dirname(file), { recursive: true });
    // Replaced atomically, as encoders do.
    await writeFile(`${file}.tmp`, content);
    await rename(`${file}.tmp`, file);
  };
  await write('live/master.m3u8', MASTER);
  await write('live/v/index.m3u8', window(4));
  await write('live/w/index.m3u8', window(4, true));
  const { url } = await startTestProvider({ catalogFolder: folder });
  const get = (name: string, headers: Record<string, string> = {}) => fetch(`${url}/media/${name}`, { headers });
  const cacheControl = async (name: string) => (await get(name)).headers.get('Cache-Control');
  return { folder, write, get, cacheControl };
}

test('a player that revalidates, as the headers require, sees every segment that an encoder adds', async () => {
  const { write, get } = await openStudio();
  const seen = new Set<number>();
  let etag = '';
  for (let newest = 4; newest < 60; newest++) {
    await write(`live/v/${newest}.m4s`, `segment ${newest}`);
    await write('live/v/index.m3u8', window(newest));
    const response = await get('live/v/index.m3u8', { 'If-None-Match': etag });
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('no-cache');
    etag = response.headers.get('ETag') ?? '';
    const text = await response.text();
    for (const [, number] of text.matchAll(/^(\d+)\.m4s$/gm)) seen.add(Number(number));
    const segment = await get(`live/v/${newest}.m4s`);
    expect(segment.headers.get('Cache-Control')).toBe('public, max-age=3600');
    expect(await segment.text()).toBe(`segment ${newest}`);
    expect((await get('live/v/index.m3u8', { 'If-None-Match': etag })).status).toBe(304);
  }
  expect(seen.size).toBe(60);
});

test('a playlist is cached for an hour once it has ended, and its multivariant playlist once all have', async () => {
  const { folder, write, cacheControl } = await openStudio();
  expect(await cacheControl('live/w/index.m3u8')).toBe('public, max-age=3600');
  expect(await cacheControl('live/master.m3u8')).toBe('no-cache');
  await appendFile(join(folder, 'media/live/v/index.m3u8'), '#EXT-X-ENDLIST\n');
  expect(await cacheControl('live/v/index.m3u8')).toBe('public, max-age=3600');
  expect(await cacheControl('live/master.m3u8')).toBe('public, max-age=3600');
  await write('live/v/index.m3u8', window(9));
  expect(await cacheControl('live/master.m3u8')).toBe('no-cache');
});

test.each([
  ['names one that is not there', 'none/index.m3u8'],
  ['names one elsewhere', 'https://media.example/index.m3u8'],
  ['names one outside of the folder', '..%2f..%2fsecret.m3u8'],
])('a multivariant playlist that %s may change', async (_, uri) => {
  const { write, cacheControl } = await openStudio();
  await write('master.m3u8', `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${uri}\n`);
  expect(await cacheControl('master.m3u8')).toBe('no-cache');
});

test('a link out of the media folder is followed only if the operator allows it', async () => {
  const { folder, get } = await openStudio();
  await writeFile(join(folder, 'elsewhere.mp4'), 'video');
  await symlink(join(folder, 'elsewhere.mp4'), join(folder, 'media/film.mp4'));
  expect((await get('film.mp4')).status).toBe(404);
  const { url } = await startTestProvider({ catalogFolder: folder, followLinks: true });
  expect(await (await fetch(`${url}/media/film.mp4`)).text()).toBe('video');
  expect((await fetch(`${url}/media/..%2felsewhere.mp4`)).status).toBe(404);
});
