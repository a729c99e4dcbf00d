// @module-tag thorough
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { VideoFile } from '../../../../src/provider/catalog/catalog-schema.ts';
import { boxAt, boxesOfType } from '../../../../src/provider/streams/mp4/boxes.ts';
import { addVideo } from '../../../../src/studio/preparation/add-video.ts';
import { runTool } from '../../../../src/studio/preparation/run-tool.ts';
import { findProgram } from '../../../support/cluster/programs.ts';
import { createSeededRandom } from '../../../support/fake-clock.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const hasFfmpeg = findProgram('ffmpeg') !== undefined;
const ID = 'film-locked';
const PICTURES = ['-f', 'lavfi', '-i', 'testsrc2=size=320x240:rate=25:duration=5'];
const SOUNDS = ['-f', 'lavfi', '-i', 'sine=duration=5', '-f', 'lavfi', '-i', 'sine=frequency=880:duration=5'];
const TRACKS = ['-map', '0', '-map', '1', '-map', '2', '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac'];

async function makeSource(): Promise<string> {
  const folder = await temporaryFolder();
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...PICTURES, ...SOUNDS, ...TRACKS, join(folder, 'source.mp4')]);
  return folder;
}

/** Adds the source with protection; `onBytes` gets the count of times that random bytes were taken. */
function add(folder: string, interrupt: AbortController, onBytes: (count: number) => void): Promise<boolean> {
  const random = createSeededRandom();
  let count = 0;
  return addVideo({
    args: [join(folder, 'source.mp4'), '--protect', '--id', ID],
    catalogFolder: folder,
    run: runTool,
    signal: interrupt.signal,
    say: () => undefined,
    complain: () => undefined,
    now: () => 0,
    random: {
      ...random,
      bytes(length) {
        onBytes((count += 1));
        return random.bytes(length);
      },
    },
    processId: process.pid,
  });
}

/** How often each segment of a rendition has been encrypted. */
async function encryptions(folder: string, name: string): Promise<number[]> {
  const at = join(folder, 'media', ID, name);
  const playlist = await readFile(join(at, 'index.m3u8'), 'utf8');
  expect(playlist).toContain('KEYFORMAT="org.w3.clearkey"');
  const uris = playlist.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Promise.all(
    uris.map(async (uri) => {
      const fragment = boxAt(await readFile(join(at, uri)), 'moof', 'traf') ?? Buffer.alloc(0);
      return boxesOfType(fragment, 'senc').length;
    }),
  );
}

test.skipIf(!hasFfmpeg)('a run interrupted while it encrypts: the next one encrypts every track once', async () => {
  const folder = await makeSource();
  const interrupt = new AbortController();
  // The id of the video, the key and its id come first, then one vector for each segment.
  const interrupted = await add(folder, interrupt, (count) => count === 6 && interrupt.abort());
  expect(interrupted).toBe(false);
  expect(await add(folder, new AbortController(), () => undefined)).toBe(true);
  const { drm } = JSON.parse(await readFile(join(folder, 'videos', `${ID}.json`), 'utf8')) as VideoFile;
  expect(drm).toHaveProperty(['org.w3.clearkey', 'keys']);
  for (const name of ['v240', 'audio', 'audio-2']) expect(await encryptions(folder, name)).toEqual([1, 1, 1]);
});
