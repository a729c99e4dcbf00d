// @module-tag thorough
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test } from 'vitest';
import { startServer } from './support/server.ts';
import { hasFfmpeg } from './support/video-tools.ts';
import { makeVideo } from './support/video-files.ts';

/** Added videos are stored in the data folder, which all programs share. */

const run = promisify(execFile);

test.skipIf(!hasFfmpeg)(
  'an added video is stored outside the sources, and the server, the list and the check find it beside the demo videos',
  { timeout: 200_000 },
  async ({ expect, onTestFinished }) => {
    const folder = await mkdtemp(join(tmpdir(), 'oriel-data-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await makeVideo(join(folder, 'film.mp4'), 2);
    const { ORIEL_CATALOG_DIR: _, ...rest } = process.env;
    const environment = { ORIEL_DATA_DIR: join(folder, 'data') };
    const program = async (name: string, ...args: readonly string[]): Promise<string> =>
      (await run(process.execPath, [`dist/provider/${name}.js`, ...args], { env: { ...rest, ...environment } })).stdout;
    const before = await readdir('src/provider/catalog/videos');
    const added = await program('add', join(folder, 'film.mp4'), '--id', 'film-shared', '--copy');
    expect(added).toContain(`film is video film-shared of ${join(folder, 'data/catalog')}, where all your videos are.`);
    expect(await readdir('src/provider/catalog/videos')).toEqual(before);
    expect(await program('videos')).toMatch(/orieldemo01[^]*film-shared|film-shared[^]*orieldemo01/);
    expect(await program('videos', 'check')).toBe('7 videos checked: all is well.\n');
    const server = await startServer(environment);
    onTestFinished(() => server.stop());
    for (const id of ['film-shared', 'orieldemo01'])
      expect((await fetch(`${server.playerOrigin}/embed/${id}`)).status).toBe(200);
    expect(server.output()).not.toContain('lengthSeconds');
  },
);
