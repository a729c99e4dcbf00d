import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { configureSchemas } from '../../../../src/provider/schema-configuration.ts';
import { WorkFolder } from '../../../../src/studio/preparation/work-folder.ts';
import { VideoUploads } from '../../../../src/studio/uploads/video-uploads.ts';
import type {
  OnPreparationProgress,
  PreparationJob,
  PreparationResult,
} from '../../../../src/studio/uploads/preparation-job.ts';
import { UploadFolder } from '../../../../src/studio/uploads/upload-folder.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { acceptCaptions } from '../../../../src/studio/uploads/upload-rules.ts';

configureSchemas();

const OPTIONS = { fileName: 'film.mp4', sizeBytes: 4, modifiedMs: 7, title: null, isListed: true, copies: false };
const VIDEO = { title: 'A video', width: 640, height: 360 };
const DAY_MS = 86_400_000;
const [ONE, TWO, THREE] = ['AAAAAAAAAAA', 'BBBBBBBBBBB', 'CCCCCCCCCCC'] as const;

interface Running {
  readonly job: PreparationJob;
  readonly onProgress: OnPreparationProgress;
  readonly signal: AbortSignal;
  readonly end: (result: PreparationResult) => void;
}

/** Uploads in a temporary folder, with preparations that the test ends. */
async function lab(clock: FakeClock = createFakeClock()) {
  const root = await temporaryFolder();
  await mkdir(join(root, 'catalog/media'), { recursive: true });
  const folder = new UploadFolder(join(root, 'uploads'));
  const running: Running[] = [];
  const added: string[] = [];
  const open = async (): Promise<VideoUploads> => {
    const uploads = await VideoUploads.open({
      ...{ folder, clock, keptMs: 7 * DAY_MS },
      catalogFolder: join(root, 'catalog'),
      acceptCaptions,
      prepare: (job, onProgress, signal) =>
        new Promise((end) => {
          running.push({ job, onProgress, signal, end });
          signal.addEventListener('abort', () => end({ ok: false, message: 'Interrupted.' }));
        }),
      readDiskSpace: async () => ({ uploadsFreeBytes: 1e12, catalogFreeBytes: 1e12, isShared: true }),
      onAdded: async () => void added.push('added'),
      onBug: (error) => {
        throw error;
      },
    });
    onTestFinished(() => uploads.close());
    return uploads;
  };
  const put = (id: string, text: string): Promise<void> => writeFile(folder.filePath(id), text);
  const states = async (uploads: VideoUploads): Promise<string[]> =>
    (await uploads.list()).map(({ id, state, place }) => `${id[0]} ${state}${place === null ? '' : ` ${place}`}`);
  const begin = async (uploads: VideoUploads, id: string): Promise<void> => {
    await uploads.create(id, OPTIONS);
    await put(id, 'film');
    await uploads.arrived(id);
  };
  return { root, folder, running, added, open, put, states, begin, clock };
}

test('videos are prepared one at a time, and waiting videos have a place in the queue', async () => {
  const { open, states, begin, running, added } = await lab();
  const uploads = await open();
  for (const id of [ONE, TWO, THREE]) await begin(uploads, id);
  await expect.poll(() => running.length).toBe(1);
  expect(await states(uploads)).toEqual(['C waiting 2', 'B waiting 1', 'A preparing']);
  running[0]?.end({ ok: true, film: VIDEO });
  await expect.poll(() => running.length).toBe(2);
  expect(await states(uploads)).toEqual(['C waiting 1', 'B preparing', 'A ready']);
  expect(added).toEqual(['added']);
  await uploads.remove(THREE);
  running[1]?.end({ ok: false, message: 'film.mp4 is no video.' });
  await expect.poll(() => states(uploads)).toEqual(['B failed', 'A ready']);
  expect(running).toHaveLength(2);
});

test('a failed upload has the reason, keeps its file, and can be prepared again', async () => {
  const { open, begin, states, running, folder } = await lab();
  const uploads = await open();
  await begin(uploads, ONE);
  await expect(uploads.again(ONE)).rejects.toMatchObject({ status: 409 });
  await expect.poll(() => running.length).toBe(1);
  running[0]?.end({ ok: false, message: 'The disk is full.' });
  await expect
    .poll(async () => (await uploads.list())[0])
    .toMatchObject({ state: 'failed', fault: 'The disk is full.' });
  expect(await folder.receivedBytes(ONE)).toBe(4);
  await uploads.again(ONE);
  await expect.poll(() => running.length).toBe(2);
  running[1]?.end({ ok: true, film: VIDEO });
  await expect.poll(() => states(uploads)).toEqual(['A ready']);
  expect((await uploads.list())[0]).toMatchObject({ film: VIDEO, fault: null });
  await expect.poll(() => folder.receivedBytes(ONE)).toBeUndefined();
});

test('after a restart an interrupted preparation starts again, before the preparations of later uploads', async () => {
  const { open, begin, states, running, clock } = await lab();
  const first = await open();
  for (const id of [ONE, TWO]) {
    await begin(first, id);
    await clock.advance(1_000);
  }
  await expect.poll(() => running.length).toBe(1);
  await first.close();
  expect(running[0]?.signal.aborted).toBe(true);
  const second = await open();
  await expect.poll(() => running.length).toBe(2);
  expect(running[1]?.job).toMatchObject({ id: ONE, fileName: 'film.mp4' });
  expect(await states(second)).toEqual(['B waiting 1', 'A preparing']);
});

test('after a restart a partial upload can continue, and a complete upload is prepared', async () => {
  const { open, put, running, states, root } = await lab();
  const first = await open();
  await first.create(ONE, OPTIONS);
  await put(ONE, 'fi');
  await first.create(TWO, OPTIONS);
  await put(TWO, 'film');
  await first.create(THREE, OPTIONS);
  await first.close();
  await mkdir(join(root, 'uploads/films/not an id'), { recursive: true });
  await mkdir(join(root, 'uploads/films/DDDDDDDDDDD'), { recursive: true });
  await writeFile(join(root, 'uploads/films/DDDDDDDDDDD/film.json'), '{"id":"half');
  const second = await open();
  await expect.poll(() => running.length).toBe(1);
  expect((await states(second)).toSorted()).toEqual(['A uploading', 'B preparing']);
  expect((await second.list()).find(({ id }) => id === ONE)).toMatchObject({ receivedBytes: 2, sizeBytes: 4 });
});

test('removing an upload in preparation interrupts the preparation, and leaves no files', async () => {
  const { open, begin, running, root, folder } = await lab();
  const uploads = await open();
  await begin(uploads, ONE);
  await expect.poll(() => running.length).toBe(1);
  const work = new WorkFolder(join(root, 'catalog'), '.add-1');
  await work.open({ videoId: ONE, path: 'video' }, process.pid);
  await work.release();
  await uploads.remove(ONE);
  expect(running[0]?.signal.aborted).toBe(true);
  expect(await uploads.list()).toEqual([]);
  expect(await readdir(join(root, 'catalog/media'))).toEqual([]);
  expect(await readdir(folder.files)).toEqual([]);
  expect(await readdir(join(root, 'uploads/films'))).toEqual([]);
  await expect(uploads.remove(ONE)).rejects.toMatchObject({ status: 404 });
});

test('an upload is refused at its creation if its video could not be written to the catalog', async () => {
  const { root, open, states } = await lab();
  const uploads = await open();
  await writeFile(join(root, 'catalog/videos'), 'a file');
  await expect(uploads.create(ONE, OPTIONS)).rejects.toMatchObject({ path: join(root, 'catalog/videos') });
  expect(await states(uploads)).toEqual([]);
});

test('captions are prepared with their video, and are refused once the video is complete', async () => {
  const { open, put, running } = await lab();
  const uploads = await open();
  await uploads.create(ONE, OPTIONS);
  const cues = Buffer.from('00:00:00,000 --> 00:00:01,000\nHallo\n');
  await uploads.addCaptions(ONE, 'de.vtt', cues);
  await uploads.addCaptions(ONE, 'film.en.srt', cues);
  await put(ONE, 'film');
  await uploads.arrived(ONE);
  await expect(uploads.addCaptions(ONE, 'fr.srt', cues)).rejects.toMatchObject({ status: 409 });
  await expect.poll(() => running[0]?.job.captionPaths.map((path) => path.slice(-8))).toEqual(['1.de.vtt', '2.en.vtt']);
});

test('an upload without activity for a week is removed, and uploads that wait or grow are kept', async () => {
  const { open, put, begin, states, running, clock, folder } = await lab();
  const uploads = await open();
  await begin(uploads, ONE);
  await expect.poll(() => running.length).toBe(1);
  await begin(uploads, TWO);
  await uploads.create(THREE, OPTIONS);
  await put(THREE, 'fi');
  const touch = (): Promise<void> => utimes(folder.filePath(THREE), clock.now() / 1_000, clock.now() / 1_000);
  await touch();
  await clock.advance(6 * DAY_MS);
  await touch();
  await clock.advance(6 * DAY_MS);
  await expect.poll(() => states(uploads)).toEqual(['C uploading', 'B waiting 1', 'A preparing']);
  await clock.advance(2 * DAY_MS);
  await expect.poll(() => states(uploads)).toEqual(['B waiting 1', 'A preparing']);
  await expect.poll(() => folder.receivedBytes(THREE)).toBeUndefined();
});
