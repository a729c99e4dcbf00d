import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PreparationFault } from '../../../../src/studio/preparation-fault.ts';
import type { RunTool } from '../../../../src/studio/preparation/run-tool.ts';
import { configureSchemas } from '../../../../src/provider/schema-configuration.ts';
import { prepareUpload } from '../../../../src/studio/uploads/prepare-upload.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

configureSchemas();

const ID = 'AAAAAAAAAAA';

async function lab(run: RunTool) {
  const root = await temporaryFolder();
  const catalogFolder = join(root, 'catalog');
  await mkdir(join(catalogFolder, 'videos'), { recursive: true });
  await mkdir(join(catalogFolder, 'media'), { recursive: true });
  const filePath = join(root, ID);
  await writeFile(filePath, 'OggS\0');
  const job = {
    ...{ id: ID, fileName: 'my film.mp4', title: null, isListed: true, copies: false },
    ...{ filePath, captionPaths: [], catalogFolder },
  };
  return {
    catalogFolder,
    prepare: (signal = new AbortController().signal) =>
      prepareUpload(job, run, () => undefined, signal, createFakeClock()),
  };
}

const neverRuns: RunTool = async () => {
  throw new Error('nothing is to be run');
};

test('failure messages use the original file name, and say whether the file is the cause', async () => {
  const { prepare } = await lab(async (_, { args }) => {
    throw new PreparationFault(`ffprobe ended with 1: ${args.at(-1)}: Invalid data found`);
  });
  expect(await prepare()).toEqual({
    ok: false,
    message:
      'my film.mp4 is no video that can be read: it is damaged in its beginning, or was not copied to its end. ' +
      'Copy it again (ffprobe ended with 1: my film.mp4: Invalid data found).',
    isOfFile: true,
  });
});

test('a video that was added before the server ended is not prepared again', async () => {
  const { catalogFolder, prepare } = await lab(neverRuns);
  const video = {
    ...{ id: ID, title: 'Made before', author: 'Me', channelId: 'me', lengthSeconds: 2, width: 426, height: 240 },
    sources: { hls: `${ID}/master.m3u8` },
  };
  await writeFile(join(catalogFolder, 'videos', `${ID}.json`), JSON.stringify(video));
  await mkdir(join(catalogFolder, 'media', ID));
  expect(await prepare()).toEqual({ ok: true, film: { title: 'Made before', width: 426, height: 240 } });
  expect(await readdir(join(catalogFolder, 'media'))).toEqual([ID]);
});

test('an interruption is reported as such even if a program fails, and a bug without interruption is thrown', async () => {
  const { prepare } = await lab(neverRuns);
  expect(await prepare(AbortSignal.abort())).toMatchObject({
    ok: false,
    message: expect.stringContaining('Interrupted'),
  });
  await expect(prepare()).rejects.toThrow('nothing is to be run');
});
