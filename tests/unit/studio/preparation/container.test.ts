import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { isContainer } from '../../../../src/studio/preparation/container.ts';
import { probeVideo } from '../../../../src/studio/preparation/probe-video.ts';
import { headOf } from '../../../../src/studio/preparation/source-file.ts';
import type { RunTool } from '../../../../src/studio/preparation/run-tool.ts';
import { findProgram } from '../../../support/cluster/programs.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const hasFfmpeg = findProgram('ffmpeg') !== undefined;

const LISTS = {
  'an HLS playlist': '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nsegment.ts\n',
  'a list of ffmpeg': "ffconcat version 1.0\nfile '/etc/passwd'\n",
  'a description of a session': 'v=0\no=- 0 0 IN IP4 127.0.0.1\n',
  'a manifest of DASH': '<?xml version="1.0"?><MPD></MPD>',
};

test.each(Object.entries(LISTS))('%s named as a video is refused before any program opens it', async (_, content) => {
  const path = join(await temporaryFolder(), 'video.mp4');
  await writeFile(path, content);
  let runs = 0;
  const run: RunTool = () => Promise.resolve(void (runs += 1));
  await expect(probeVideo(path, run)).rejects.toThrow('video.mp4 is no video but a list of other files.');
  expect(runs).toBe(0);
});

test('a pipe is no container, and opening it never blocks', async () => {
  const path = join(await temporaryFolder(), 'pipe.mp4');
  spawnSync('mkfifo', [path]);
  expect(isContainer(await headOf(path))).toBe(false);
});

const VIDEO = ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:rate=25:duration=0.5'];
const SOUND = ['-f', 'lavfi', '-i', 'sine=duration=0.5'];
const FILES: readonly (readonly [name: string, ...source: string[]])[] = [
  ...['mp4', 'mov', 'mkv', 'webm', 'ts', 'm2ts', 'mpg', 'avi', 'flv', 'wmv', 'mxf', '3gp'].map(
    (kind) => [`video.${kind}`, ...VIDEO, ...(kind === '3gp' ? ['-c:v', 'mpeg4'] : [])] as const,
  ),
  ...['mp3', 'm4a', 'aac', 'wav', 'flac', 'ogg', 'opus', 'aiff', 'caf', 'wma'].map(
    (kind) => [`sound.${kind}`, ...SOUND] as const,
  ),
];

test.skipIf(!hasFfmpeg).each(FILES)('%s, as ffmpeg makes it, is a container', async (name, ...source) => {
  const path = join(await temporaryFolder(), name);
  await promisify(execFile)('ffmpeg', ['-loglevel', 'error', ...source, path]);
  expect(isContainer(await headOf(path))).toBe(true);
});
