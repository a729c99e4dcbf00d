import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../../../../support/temporary-folder.ts';

const PICTURES = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=25:d=4', '-c:v', 'libx264', '-pix_fmt', 'yuv420p'];
const KEY_FRAMES = ['-g', '50', '-keyint_min', '50', '-sc_threshold', '0'];
const SOUND = ['-f', 'lavfi', '-i', 'sine=d=4:r=44100', '-c:a', 'aac', '-ac', '2'];
const INPUT_WORDS = 4;

/** Arguments of ffmpeg for streams of two segments, by a description. */
export const MADE = {
  'stereo at 44.1 kHz and three B-frames in a pyramid': [
    ...[...PICTURES.slice(0, INPUT_WORDS), ...SOUND.slice(0, INPUT_WORDS)],
    ...[...PICTURES.slice(INPUT_WORDS), ...SOUND.slice(INPUT_WORDS), ...KEY_FRAMES],
    ...['-bf', '3', '-x264-params', 'b-pyramid=normal'],
  ],
  'pictures alone, with pixels that are not square': [...PICTURES, ...KEY_FRAMES, '-vf', 'setsar=4/3'],
  'sound alone': SOUND,
} as const;

/** Makes a stream with ffmpeg, and returns the bytes of its segments. */
export async function makeTransport(name: keyof typeof MADE): Promise<Uint8Array[]> {
  const folder = await temporaryFolder();
  const hls = ['-f', 'hls', '-hls_time', '2', '-hls_list_size', '0', '-hls_segment_filename', '%d.ts', 'index.m3u8'];
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...MADE[name], ...hls], { cwd: folder });
  return Promise.all([0, 1].map(async (number) => new Uint8Array(await readFile(join(folder, `${number}.ts`)))));
}
