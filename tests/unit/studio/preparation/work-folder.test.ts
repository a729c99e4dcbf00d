import { spawnSync } from 'node:child_process';
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WorkFolder } from '../../../../src/studio/preparation/work-folder.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const WORK = { videoId: 'film-new_01', path: '/films/holiday.mov' };

async function openCatalog() {
  const folder = await temporaryFolder();
  const video = join(folder, 'holiday.mov');
  await writeFile(video, 'video');
  return { folder, video };
}

test('a file and its encoding determine the work folder, and a changed file or encoding gets another folder', async () => {
  const { folder, video } = await openCatalog();
  const path = async (encoding: object) => (await WorkFolder.of(folder, video, encoding)).path;
  const first = await path({ copies: false });
  expect(await path({ copies: false })).toBe(first);
  expect(await path({ copies: true })).not.toBe(first);
  const { mtime } = await stat(video);
  await utimes(video, mtime, new Date(mtime.getTime() + 5_000));
  expect(await path({ copies: false })).not.toBe(first);
});

test('a work folder of a running process is refused, and the folder of a dead process is taken over', async () => {
  const { folder, video } = await openCatalog();
  const work = await WorkFolder.of(folder, video, {});
  await work.open(WORK, process.ppid);
  await expect(work.open(WORK, process.pid)).rejects.toThrow(`being added by process ${process.ppid} already`);
  await work.release();
  await work.open(WORK, spawnSync(process.execPath, ['--version']).pid);
  await work.open(WORK, process.pid);
  expect(await work.holder()).toBe(process.pid);
});

test('reopening a work folder keeps the encoded qualities and empties the folder of the video', async () => {
  const { folder, video } = await openCatalog();
  const work = await WorkFolder.of(folder, video, {});
  await work.open(WORK, process.pid);
  await writeFile(join(work.video, 'poster.jpg'), 'old');
  await writeFile(join(work.path, 'kept'), '');
  await work.open(WORK, process.pid);
  expect([await readdir(work.video), await readdir(work.path)]).toEqual([[], expect.arrayContaining(['kept'])]);
});

test('a published video lies in the media folder with its description in the videos folder, and nothing else is left', async () => {
  const { folder, video } = await openCatalog();
  const work = await WorkFolder.of(folder, video, {});
  await work.open(WORK, process.pid);
  await writeFile(join(work.video, 'master.m3u8'), '#EXTM3U');
  await work.publish(WORK.videoId, '{}');
  expect(await readFile(join(folder, 'videos', `${WORK.videoId}.json`), 'utf8')).toBe('{}');
  expect([await readdir(join(folder, 'media')), await readdir(join(folder, 'videos'))]).toEqual([
    [WORK.videoId],
    [`${WORK.videoId}.json`],
  ]);
  expect(await work.finish()).toBeNull();
});
