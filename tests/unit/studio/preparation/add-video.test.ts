import { writeFileSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addVideo } from '../../../../src/studio/preparation/add-video.ts';
import { PreparationFault, ToolFault } from '../../../../src/studio/preparation-fault.ts';
import type { RunTool, ToolRun } from '../../../../src/studio/preparation/run-tool.ts';
import { createSeededRandom } from '../../../support/fake-clock.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const FOUND = {
  streams: [{ index: 0, codec_type: 'video', codec_name: 'hevc', width: 640, height: 360, pix_fmt: 'yuv420p' }],
  format: { duration: '4' },
};

/** Runs the command with an ffprobe that finds a video and with `encode` as ffmpeg. */
async function add(
  args: (folder: string) => readonly string[],
  encode: (run: ToolRun) => Promise<void> = fails,
  taken: readonly string[] = [],
) {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'media'));
  await writeFile(join(folder, 'film.mov'), '\0\0\0\u0018ftypisom');
  await writeFile(join(folder, 'film.en.smi'), '<SAMI>');
  for (const id of taken) await mkdir(join(folder, 'media', id));
  const interrupt = new AbortController();
  const run: RunTool = async (program, tool) => {
    if (program === 'ffmpeg') return encode({ ...tool, signal: interrupt.signal });
    tool.onLine?.(JSON.stringify(FOUND));
  };
  const [said, complaints]: [string[], string[]] = [[], []];
  const isAdded = await addVideo({
    args: args(folder),
    catalogFolder: folder,
    run,
    signal: interrupt.signal,
    say: (line) => said.push(line),
    complain: (line) => complaints.push(line),
    now: () => 0,
    random: createSeededRandom(),
    processId: process.pid,
  });
  const left = (await readdir(folder, { recursive: true })).filter(
    (name) => !['media', 'film.mov', 'film.en.smi'].includes(name),
  );
  return { isAdded, said, complaints, left };
}

const fails = () => Promise.reject(new PreparationFault('ffmpeg ended with 1: Invalid argument'));
const video = (folder: string): string => join(folder, 'film.mov');

test.each([
  ['no file', () => [], 'Adds a video to the catalog: npm run add -- FILE'],
  ['an unknown option', (at: string) => [video(at), '--titel=x'], '--titel'],
  ['a missing file', (at: string) => [join(at, 'nothing.mp4')], 'There is no file'],
  [
    'a missing file of captions',
    (at: string) => [video(at), `--captions=${join(at, 'captions.srt')}`],
    'captions.srt (--captions).',
  ],
  ['a missing poster', (at: string) => [video(at), '--poster=nothing.jpg'], 'nothing.jpg (--poster).'],
  ['a folder', (at: string) => [at], 'is a folder. Name a file in it.'],
  ['several files', (at: string) => [video(at), video(at)], 'One video at a time'],
  ['an invalid id', (at: string) => [video(at), '--id=../../etc'], '../../etc is no id'],
  ['captions without a language', (at: string) => [video(at), `--captions=${video(at)}`], 'does not say its language'],
  ['captions in an unsupported format', (at: string) => [video(at), `--captions=${at}/film.en.smi`], '(SAMI)'],
  [
    'a copy of a codec that browsers do not play',
    (at: string) => [video(at), '--copy'],
    'its picture is hevc, not h264',
  ],
  ['a video that ffmpeg refuses', (at: string) => [video(at)], 'ffmpeg ended with 1: Invalid argument'],
])('the command add reports %s in one line, and the catalog is unchanged', async (_, args, complaint) => {
  const { isAdded, complaints, left } = await add(args);
  expect([isAdded, complaints.length, left.filter((name) => name !== 'videos')]).toEqual([false, 1, []]);
  expect(complaints[0]).toContain(complaint);
});

test('the option --help prints the options, and the command succeeds', async () => {
  const { isAdded, said } = await add(() => ['--help']);
  expect([isAdded, said[0]]).toEqual([true, expect.stringContaining('--captions FILE')]);
});

test('an id that is in use is refused before anything is encoded', async () => {
  let runs = 0;
  const { isAdded, complaints } = await add(
    (folder) => [video(folder), '--id=film-taken0'],
    () => Promise.resolve(void (runs += 1)),
    ['film-taken0'],
  );
  expect([isAdded, runs, complaints]).toEqual([
    false,
    0,
    ['There is a video film-taken0 already. Choose another --id, or leave it out.'],
  ]);
});

test.each<readonly [string, unknown, string]>([
  ['a full disk', new ToolFault('ffmpeg ended with 1: No space left on device', { canGoOn: true }), ' is full.'],
  ['a quota', new ToolFault('ffmpeg ended with 1: Disk quota exceeded', { canGoOn: true }), 'quota is used up.'],
  ['no memory', new ToolFault('ffmpeg ended with SIGKILL: it says no reason', { canGoOn: true }), 'not enough memory.'],
  ['a missing permission', Object.assign(new Error('no'), { code: 'EACCES', path: '/srv/x' }), 'no right to /srv/x.'],
  ['too many files', Object.assign(new Error('no'), { code: 'EMFILE' }), 'Too many files are open.'],
  [
    'a read-only disk',
    Object.assign(new Error('no'), { code: 'EROFS', path: '/srv/x' }),
    '/srv/x lies on a file system',
  ],
])('the command add reports %s in one line, and the work so far is kept', async (_, error, reason) => {
  const { isAdded, complaints, left } = await add(
    (at) => [video(at)],
    () => Promise.reject(error),
  );
  expect([isAdded, complaints]).toEqual([false, [expect.stringContaining(reason)]]);
  expect(complaints[0]).toMatch(
    /the same command goes on from what is in \S+\.add-\w+; npm run videos -- clean removes that\.$/,
  );
  expect(left.some((name) => /\.add-\w+\/work\.json$/.test(name))).toBe(true);
});

test('a folder that cannot be written is reported before anything is encoded, and nothing is left', async () => {
  let encoded = 0;
  let videos = '';
  const { isAdded, complaints, left } = await add(
    (folder) => {
      videos = join(folder, 'videos');
      writeFileSync(videos, 'a file');
      return [video(folder)];
    },
    () => Promise.resolve(void (encoded += 1)),
  );
  expect([isAdded, encoded, left]).toEqual([false, 0, ['videos']]);
  expect(complaints).toEqual([
    `A part of the path ${videos} is a file, and no folder. Nothing was added to the catalog. Move that file away, and give the same command again.`,
  ]);
});
