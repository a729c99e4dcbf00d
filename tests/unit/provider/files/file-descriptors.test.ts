import type { EventEmitter } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FileFolder } from '../../../../src/provider/files/file-folder.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { openTestProvider } from '../support/test-provider.ts';
import { startTestProvider } from '../support/start-test-provider.ts';

const VIDEO_BYTES = 6_000_000;

async function folderWithVideo(): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'media'));
  await mkdir(join(folder, 'videos'));
  await writeFile(join(folder, 'media/film.mp4'), new Uint8Array(VIDEO_BYTES).fill(7));
  return folder;
}

/** A video that counts how often it is opened and closed. */
async function countedVideo() {
  const opened = { now: 0, ever: 0 };
  const folder = new FileFolder(join(await folderWithVideo(), 'media'), {
    async openFile(path) {
      opened.ever += 1;
      const file = await open(path);
      opened.now += 1;
      (file as unknown as EventEmitter).once('close', () => (opened.now -= 1));
      return file;
    },
  });
  const video = await folder.find('film.mp4');
  if (video === undefined) throw new Error('no video');
  return { opened, part: async () => (await video.part(0, VIDEO_BYTES - 1)) as ReadableStream<Uint8Array> };
}

test('a file is opened by the first read of its body, not by the response', async () => {
  const { opened, part } = await countedVideo();
  const body = await part();
  await new Promise((resolve) => setImmediate(resolve));
  expect(opened.ever).toBe(0);
  const reader = body.getReader();
  await reader.read();
  expect(opened.now).toBe(1);
  await reader.cancel();
  expect(opened.now).toBe(0);
});

test('the file of a body is closed when the body is read to its end or cancelled while the file opens', async () => {
  const { opened, part } = await countedVideo();
  expect((await new Response(await part()).arrayBuffer()).byteLength).toBe(VIDEO_BYTES);
  expect(opened).toEqual({ now: 0, ever: 1 });
  const reader = (await part()).getReader();
  const reading = reader.read();
  await reader.cancel();
  await reading;
  await expect.poll(() => opened).toEqual({ now: 0, ever: 2 });
});

const DESCRIPTORS = '/proc/self/fd';

test.skipIf(!existsSync(DESCRIPTORS))('100 HEAD requests and 100 cancelled requests leave no file open', async () => {
  const { url } = await startTestProvider({ catalogFolder: await folderWithVideo() });
  const video = `${url}/media/film.mp4`;
  expect(Number((await fetch(video, { method: 'HEAD' })).headers.get('Content-Length'))).toBe(VIDEO_BYTES);
  const before = readdirSync(DESCRIPTORS).length;
  for (let count = 0; count < 100; count++) expect((await fetch(video, { method: 'HEAD' })).status).toBe(200);
  for (let count = 0; count < 100; count++) {
    const leaving = new AbortController();
    const response = await fetch(video, { signal: leaving.signal });
    await response.body?.getReader().read();
    leaving.abort();
  }
  // Connections close with a delay, and other tests of the process open some; leaked descriptors would stay open.
  await expect.poll(() => readdirSync(DESCRIPTORS).length, { timeout: 10_000 }).toBeLessThan(before + 80);
});

test('HEAD of every route has the status and content type of GET, and no body', async () => {
  const provider = await openTestProvider();
  const paths = provider.app.routes.filter(({ method, path }) => method === 'GET' && path !== '/provider/api/changes');
  const examples: Readonly<Record<string, string>> = {
    ':name': 'orieldemo01',
    ':videoId': 'oriellive01',
    ':file': 'master.m3u8',
    '/media/*': '/media/demo/progressive-240.mp4',
    '/assets/*': '/assets/shell.css',
  };
  const addresses = new Set(
    paths.map(({ path }) => examples[path] ?? path.replaceAll(/:\w+/g, (name) => examples[name] ?? name)),
  );
  expect(addresses.size).toBeGreaterThan(15);
  for (const address of addresses) {
    const [got, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => provider.fetch(new Request(`http://player.example${address}`, { method }))),
    );
    expect([address, head?.status]).toEqual([address, got?.status]);
    expect(head?.headers.get('Content-Type')).toBe(got?.headers.get('Content-Type'));
    expect(head?.body).toBeNull();
    await got?.body?.cancel();
  }
});
