import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startTestProvider } from './support/start-test-provider.ts';

const MASTER = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv/index.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=2\nw/index.m3u8\n';
const WINDOW_SEGMENTS = 5;

/** A media playlist whose sliding window ends with this segment, as an encoder writes it. */
function window(newest: number, isOver = false): string {
  const oldest = Math.max(0, newest - WINDOW_SEGMENTS + 1);
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-TARGETDURATION:2', `#EXT-X-MEDIA-SEQUENCE:${oldest}`];
  for (let number = oldest; number <= newest; number++) lines.push('#EXTINF:2.000000,', `${number}.m4s`);
  return `${[...lines, ...(isOver ? ['#EXT-X-ENDLIST'] : [])].join('\n')}\n`;
}

/** The versioned address of a file in a playlist. */
function addressIn(playlist: string, name: string): string {
  return new RegExp(`\\b${name}\\?v=[\\w-]+`).exec(playlist)?.[0] ?? '';
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
    for (const [, number] of text.matchAll(/^(\d+)\.m4s(?:\?v=[\w-]+)?$/gm)) seen.add(Number(number));
    const segment = await get(`live/v/${addressIn(text, `${newest}.m4s`)}`);
    expect(segment.headers.get('Cache-Control')).toBe(`public, max-age=${2 * Math.min(newest + 1, WINDOW_SEGMENTS)}`);
    expect(await segment.text()).toBe(`segment ${newest}`);
    expect((await get('live/v/index.m3u8', { 'If-None-Match': etag })).status).toBe(304);
  }
  expect(seen.size).toBe(60);
});

test('a playlist is revalidated each time, whether it has ended or not', async () => {
  const { cacheControl } = await openStudio();
  for (const name of ['v/index.m3u8', 'w/index.m3u8', 'master.m3u8'])
    expect([name, await cacheControl(`live/${name}`)]).toEqual([name, 'no-cache']);
});

/** A live folder of fragmented MP4, written step by step. */
async function openFragmentedStudio() {
  const studio = await openStudio();
  const list = async (tags: string, ...lines: readonly string[]): Promise<string> => {
    const head = `#EXTM3U\n#EXT-X-TARGETDURATION:2\n${tags}\n#EXT-X-MAP:URI="init.mp4"\n`;
    await studio.write('live/f.m3u8', `${head}${lines.join('\n')}\n`);
    return (await studio.get('live/f.m3u8')).text();
  };
  const run = async (name: string, ...numbers: readonly number[]): Promise<void> => {
    await studio.write('live/init.mp4', `init of ${name}`);
    for (const number of numbers) await studio.write(`live/${number}.m4s`, `${name} ${number}`);
  };
  const textOf = async (address: string): Promise<string> => (await studio.get(`live/${address}`)).text();
  return { ...studio, list, run, textOf };
}

const entry = (number: number): string => `#EXTINF:2,\n${number}.m4s`;

test('when an encoder starts again with the same file names, each of its files gets a new address', async () => {
  const { list, run, textOf, cacheControl } = await openFragmentedStudio();
  await run('first', 0, 1, 2);
  const first = await list('#EXT-X-MEDIA-SEQUENCE:0', entry(0), entry(1), entry(2));
  await run('the second', 0, 1);
  const second = await list('#EXT-X-MEDIA-SEQUENCE:0', entry(0), entry(1));
  for (const name of ['init.mp4', '0.m4s', '1.m4s']) expect(addressIn(second, name)).not.toBe(addressIn(first, name));
  expect(await textOf(addressIn(second, '1.m4s'))).toBe('the second 1');
  expect(await textOf(addressIn(second, 'init.mp4'))).toBe('init of the second');
  expect(await cacheControl(`live/${addressIn(second, '1.m4s')}`)).toBe('public, max-age=4');
  expect(await cacheControl(`live/${addressIn(first, '1.m4s')}`)).toBe('no-cache');
});

test('a live segment keeps its address while the window moves, and keeps its init segment after that file is replaced', async () => {
  const { list, run, textOf } = await openFragmentedStudio();
  await run('first', 5, 6, 7);
  const first = await list('#EXT-X-MEDIA-SEQUENCE:5', entry(5), entry(6), entry(7));
  await run('the second', 8);
  const second = await list('#EXT-X-MEDIA-SEQUENCE:6', entry(6), entry(7), '#EXT-X-DISCONTINUITY', entry(8));
  const [before, after] = [first, second].map((text) => addressIn(text, 'init.mp4'));
  const last = /^(init\.mp4\?v=[^"]+)/.exec(second.slice(second.lastIndexOf('init.mp4')))?.[1] ?? '';
  expect(after).toBe(before);
  expect(second).toContain(
    `${entry(7).replace('7.m4s', addressIn(first, '7.m4s'))}\n#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="${last}"\n`,
  );
  expect([await textOf(after ?? ''), await textOf(last)]).toEqual(['init of first', 'init of the second']);
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
