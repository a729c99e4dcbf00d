// @module-tag thorough
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test as base } from 'vitest';
import { ffmpeg, hasFfmpeg, QUICK, runProgram } from './support/video-tools.ts';

/** `npm run add` with files in which something changes: recordings of windows, calls and television. */

/** Time limit on a machine that is busy with something else. */
const TIMEOUT_MS = 400_000;
const PART_SECONDS = 2;
const FRAMES_PER_SECOND = 25;
const run = promisify(execFile);

const test = base
  .extend('folder', async ({}, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'oriel-changes-'));
    onCleanup(() => rm(folder, { recursive: true, force: true }));
    return folder;
  })
  .skipIf(!hasFfmpeg);

interface Part {
  readonly size?: string;
  readonly pixels?: string;
  readonly rate?: number;
  readonly hertz?: number;
  readonly channels?: number;
  /** Gap in the timestamps before this part. */
  readonly gapSeconds?: number;
}

/** A transport stream of parts: each is dark and silent for its first second, then bright with a tone. */
async function joined(folder: string, parts: readonly Part[]): Promise<string> {
  const bytes: Buffer[] = [];
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const { size = '64x36', pixels = 'yuv420p', rate = FRAMES_PER_SECOND, hertz = 48_000, channels = 2 } = part;
    const file = join(folder, `${index}.ts`);
    const picture = String.raw`color=black:s=${size}:r=${rate}:d=${PART_SECONDS},geq=lum='if(gte(T\,1)\,235\,16)':cb=128:cr=128`;
    const sound = String.raw`sine=1000:d=${PART_SECONDS}:r=${hertz},volume='if(gte(t\,1)\,1\,0)':eval=frame`;
    at += part.gapSeconds ?? 0;
    await ffmpeg(
      ...['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound, '-c:v', 'libx264', '-preset', 'ultrafast'],
      ...['-pix_fmt', pixels, '-c:a', 'aac', '-ac', String(channels), '-ar', String(hertz)],
      ...['-output_ts_offset', String(at), file],
    );
    bytes.push(await readFile(file));
    at += PART_SECONDS;
  }
  const whole = join(folder, 'film.ts');
  await writeFile(whole, Buffer.concat(bytes));
  return whole;
}

/** Times at which the picture becomes bright, and times at which a sound begins. */
async function seenAndHeard(film: string): Promise<{ bright: number[]; loud: number[] }> {
  const told = async (...args: readonly string[]): Promise<string> => {
    const { stdout, stderr } = await run('ffmpeg', ['-hide_banner', ...args, '-f', 'null', '-'], { maxBuffer: 1e8 });
    return stdout + stderr;
  };
  const print = 'signalstats,metadata=print:key=lavfi.signalstats.YMAX:file=-';
  const frames = await told('-v', 'error', '-i', film, '-map', '0:v', '-vf', print);
  const lights = [...frames.matchAll(/pts_time:([\d.]+)\s+lavfi\.signalstats\.YMAX=([\d.]+)/g)].map(
    ([, seconds, light]) => ({ seconds: Number(seconds), isBright: Number(light) > 128 }),
  );
  const silences = await told('-i', film, '-map', '0:a', '-af', 'asetnsamples=48,silencedetect=noise=-30dB:d=0.06');
  return {
    bright: lights.flatMap(({ seconds, isBright }, at) =>
      isBright && lights[at - 1]?.isBright !== true ? [seconds] : [],
    ),
    loud: [...silences.matchAll(/silence_end: ([\d.]+)/g)].map(([, seconds]) => Number(seconds)),
  };
}

test.for<readonly [string, readonly Part[]]>([
  ['the size', [{}, { size: '36x64' }, { size: '128x72' }]],
  ['the pixel format', [{}, { pixels: 'yuv422p' }, {}]],
  ['the frame rate', [{}, { rate: 50 }, { rate: 10 }]],
  ['the number of channels', [{}, { channels: 6 }, { channels: 1 }]],
  ['the sample rate', [{ hertz: 44_100 }, { hertz: 48_000 }, { hertz: 32_000 }]],
  ['the sample rate, from 22 to 48 kHz,', [{ hertz: 22_050 }, { hertz: 48_000 }]],
  ['the sample rate, from 48 to 22 kHz,', [{ hertz: 48_000 }, { hertz: 22_050 }]],
  ['everything at once', [{}, { size: '36x64', pixels: 'yuv422p', hertz: 44_100, channels: 6 }]],
  ['the size, after a gap in time,', [{}, { size: '128x72', channels: 1, gapSeconds: 3 }]],
])(
  'a file in which %s changes is added without losing a part, and its sound stays in sync',
  { timeout: TIMEOUT_MS },
  async ([, parts], { folder, expect }) => {
    const catalog = join(folder, 'catalog');
    const added = await runProgram('add', catalog, await joined(folder, parts), '--id', 'film-change');
    expect(added).toMatchObject({ code: 0, stderr: '' });
    const { bright, loud } = await seenAndHeard(join(catalog, 'media/film-change/plain.mp4'));
    let at = -PART_SECONDS;
    const starts = parts.map(({ gapSeconds = 0 }) => (at += PART_SECONDS + gapSeconds) + 1);
    expect([bright.length, loud.length]).toEqual([parts.length, parts.length]);
    for (const [index, seconds] of starts.entries()) {
      // The encoder of the sound begins with a packet of silence.
      expect(Math.abs((bright[index] ?? 0) - seconds)).toBeLessThan(0.11);
      expect(Math.abs((loud[index] ?? 0) - (bright[index] ?? 0))).toBeLessThan(0.11);
    }
    expect((await runProgram('videos', catalog, 'check')).stdout).toBe('1 video checked: all is well.\n');
  },
);

/** Brightness of each picture at its upper edge and in its middle, with its time. */
async function edgesOf(file: string): Promise<{ seconds: number; edge: number; middle: number }[]> {
  const areas = ['crop=64:4:0:0', 'crop=64:4:0:22'].map(async (area) => {
    const filter = `${area},signalstats,metadata=print:key=lavfi.signalstats.YAVG:file=-`;
    const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', file, '-vf', filter, '-f', 'null', '-']);
    return [...stdout.matchAll(/pts_time:([\d.]+)\s+lavfi\.signalstats\.YAVG=([\d.]+)/g)].map(([, ...found]) =>
      found.map(Number),
    );
  });
  const [edges = [], middles = []] = await Promise.all(areas);
  return edges.map(([seconds = 0, edge = 0], at) => ({ seconds, edge, middle: middles[at]?.[1] ?? 0 }));
}

test.for(['mpeg2video', 'libx264', 'libx265'])(
  'a broadcast of %s whose pixel aspect ratio changes repeatedly is shown with each ratio, also in its poster',
  { timeout: TIMEOUT_MS },
  async (codec, { folder, expect }) => {
    const parts = [
      { aspect: '4:3', colour: 'black' },
      ...['16:9', '4:3', '16:9'].map((aspect) => ({ aspect, colour: 'white' })),
    ];
    const bytes: Buffer[] = [];
    for (const [at, { aspect, colour }] of parts.entries()) {
      // A low frame rate, so that the test notices the picture that an MPEG-2 decoder loses at a change.
      const picture = ['-f', 'lavfi', '-i', `color=${colour}:s=64x48:r=25:d=2`, '-vf', "select='not(mod(n,2))'"];
      const file = join(folder, `${at}.ts`);
      await ffmpeg(
        ...[
          ...picture,
          '-fps_mode',
          'passthrough',
          '-c:v',
          codec,
          '-aspect',
          aspect,
          '-pix_fmt',
          'yuv420p',
          '-bf',
          '0',
        ],
        ...['-output_ts_offset', String(2 * at), file],
      );
      bytes.push(await readFile(file));
    }
    const film = join(folder, 'film.ts');
    await writeFile(film, Buffer.concat(bytes));
    const catalog = join(folder, 'catalog');
    const added = await runProgram('add', catalog, film, '--id', 'film-change');
    expect(added).toMatchObject({ code: 0, stderr: '' });
    const media = join(catalog, 'media/film-change');
    for (const [at, { aspect, colour }] of parts.entries()) {
      const shown = (await edgesOf(join(media, 'plain.mp4'))).filter(
        ({ seconds }) => seconds > 2 * at + 0.1 && seconds < 2 * at + 1.8,
      );
      expect(shown.length).toBeGreaterThan(15);
      for (const { edge, middle } of shown)
        expect([edge > 128, middle > 128]).toEqual([colour === 'white' && aspect === '4:3', colour === 'white']);
    }
    const [poster] = await edgesOf(join(media, 'poster.jpg'));
    expect(poster?.edge).toBeLessThan(32);
    expect(poster?.middle).toBeGreaterThan(224);
  },
);

/** Dark for a second, then bright with a tone, and so on: 64×36, a key frame each second. */
async function plain(folder: string): Promise<string> {
  const file = join(folder, 'plain.mp4');
  await ffmpeg(
    ...[
      '-f',
      'lavfi',
      '-i',
      String.raw`color=black:s=64x36:r=25:d=4,geq=lum='if(mod(floor(T)\,2)\,235\,16)':cb=128:cr=128`,
    ],
    ...['-f', 'lavfi', '-i', String.raw`sine=1000:d=4:r=48000,volume='if(mod(floor(t)\,2)\,1\,0)':eval=frame`],
    ...[...QUICK, '-g', '25', '-c:a', 'aac', file],
  );
  return file;
}

test.for<
  readonly [string, readonly string[], readonly string[], readonly [number, number], readonly number[], RegExp | null]
>([
  ['without changes', [], ['-c', 'copy'], [64, 36], [1, 3], null],
  [
    'that is rotated',
    [],
    ['-c', 'copy', '-metadata:s:v', 'rotate=90'],
    [36, 64],
    [1, 3],
    /pictures are encoded: the file turns/,
  ],
  ['that is trimmed', ['-ss', '0.5'], ['-c', 'copy'], [64, 36], [0.5, 2.5], /pictures are encoded: the file cuts some/],
  ['with wide pixels', [], ['-c', 'copy', '-aspect', '8:3'], [96, 36], [1, 3], null],
  ['in a transport stream', [], ['-c', 'copy', '-f', 'mpegts'], [64, 36], [1, 3], null],
])(
  'a video %s, added with --copy, is shown as players show its file',
  { timeout: TIMEOUT_MS },
  async ([, before, options, [width, height], bright, remark], { folder, expect }) => {
    const [catalog, file] = [
      join(folder, 'catalog'),
      join(folder, options.includes('mpegts') ? 'film.ts' : 'film.mp4'),
    ];
    await ffmpeg(...before, '-i', await plain(folder), ...options, file);
    const { code, stdout, stderr } = await runProgram('add', catalog, file, '--id', 'film-copied', '--copy');
    expect([code, stderr]).toEqual([0, '']);
    if (remark === null) expect(stdout).not.toMatch(/encoded|Check:/);
    else expect(stdout).toMatch(remark);
    const media = join(catalog, 'media/film-copied');
    expect(JSON.parse(await readFile(join(catalog, 'videos/film-copied.json'), 'utf8'))).toMatchObject({
      width,
      height,
    });
    expect(await readFile(join(media, 'master.m3u8'), 'utf8')).toContain(`RESOLUTION=${width}x${height}`);
    const entries = [
      '-select_streams',
      'v',
      '-show_entries',
      'stream=width,height,sample_aspect_ratio',
      '-of',
      'csv=p=0',
    ];
    const { stdout: told } = await run('ffprobe', ['-v', 'error', ...entries, join(media, 'plain.mp4')]);
    const [across = 0, down = 0, aspect = ''] = told
      .trim()
      .split(',')
      .map((text) => (text.includes(':') ? text : Number(text)));
    const [top, bottom] = String(aspect).split(':').map(Number);
    expect([(Number(across) * (top ?? 1)) / (bottom ?? 1), down]).toEqual([width, height]);
    const found = await seenAndHeard(join(media, 'plain.mp4'));
    expect([found.bright.length, found.loud.length]).toEqual([bright.length, bright.length]);
    for (const [index, seconds] of bright.entries()) {
      expect(Math.abs((found.bright[index] ?? 0) - seconds)).toBeLessThan(0.11);
      expect(Math.abs((found.loud[index] ?? 0) - seconds)).toBeLessThan(0.11);
    }
    expect((await runProgram('videos', catalog, 'check')).stdout).toBe('1 video checked: all is well.\n');
  },
);
