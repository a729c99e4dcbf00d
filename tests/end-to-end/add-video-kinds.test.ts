// @module-tag thorough
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test as base } from 'vitest';
import type { VideoFile } from '../../src/provider/catalog/catalog-schema.ts';
import { ffmpeg, hasFfmpeg, QUICK, runProgram } from './support/video-tools.ts';

/** `npm run add` with the kinds of files that public bug reports describe. */

/** Time limit on a machine that is busy with something else. */
const TIMEOUT_MS = 400_000;
const SYNC_TOLERANCE_SECONDS = 0.01;
const run = promisify(execFile);

/** A white picture and a tone, both for 80 ms at each full second. */
const FLASH = [
  ...[
    '-f',
    'lavfi',
    '-i',
    String.raw`color=black:s=320x180:r=25:d=4,geq=lum='if(lt(mod(T\,1)\,0.08)\,235\,16)':cb=128:cr=128`,
  ],
  ...['-f', 'lavfi', '-i', String.raw`sine=1000:d=4:r=48000,volume='if(lt(mod(t\,1)\,0.08)\,1\,0)':eval=frame`],
] as const;

const test = base
  .extend('folder', async ({}, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'oriel-kinds-'));
    onCleanup(() => rm(folder, { recursive: true, force: true }));
    return folder;
  })
  .extend('add', ({ folder }) => async (file: string, ...args: readonly string[]) => {
    const catalog = join(folder, 'catalog');
    const added = await runProgram('add', catalog, join(folder, file), '--id', 'film-kinds0', ...args);
    const description = await readFile(join(catalog, 'videos/film-kinds0.json'), 'utf8').catch(() => '{}');
    const checked = await runProgram('videos', catalog, 'check');
    return {
      ...added,
      video: JSON.parse(description) as VideoFile,
      media: (name: string) => join(catalog, 'media/film-kinds0', name),
      checked: checked.stdout,
    };
  })
  .skipIf(!hasFfmpeg);

const WELL = '1 video checked: all is well.\n';

/** Lines that ffmpeg prints about a file. */
async function told(...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await run('ffmpeg', ['-hide_banner', ...args, '-f', 'null', '-'], { maxBuffer: 1e8 });
  return stdout + stderr;
}

async function flashesOf(file: string): Promise<number[]> {
  const print = 'signalstats,metadata=print:key=lavfi.signalstats.YAVG:file=-';
  const text = await told('-v', 'error', '-i', file, '-map', '0:v', '-vf', print);
  const frames = [...text.matchAll(/pts_time:([\d.]+)\s+lavfi\.signalstats\.YAVG=([\d.]+)/g)];
  const bright = frames.map(([, time, light]) => ({ seconds: Number(time), isBright: Number(light) > 128 }));
  return bright.flatMap(({ seconds, isBright }, at) =>
    isBright && bright[at - 1]?.isBright !== true ? [seconds] : [],
  );
}

/** Times at which the sound begins after a silence. The end of the file also ends a silence, and is left out. */
async function beepsOf(file: string, endSeconds: number): Promise<number[]> {
  const filter = 'asetnsamples=48,silencedetect=noise=-30dB:d=0.2';
  const text = await told('-i', file, '-map', '0:a', '-af', filter);
  const ends = [...text.matchAll(/silence_end: ([\d.]+)/g)].map(([, seconds]) => Number(seconds));
  const first = Number(/silence_start: ([\d.]+)/.exec(text)?.[1]);
  return [...(first > SYNC_TOLERANCE_SECONDS ? [0] : []), ...ends].filter((seconds) => seconds < endSeconds - 0.2);
}

const lengthOf = async (file: string): Promise<number> => {
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', file]);
  return Number(stdout);
};

test.for([
  ['both at once', 0, 0, 'mkv', 'pcm_s16le'],
  ['the sound first', 2.013, 0, 'mkv', 'pcm_s16le'],
  ['the pictures first', 0, 1.507, 'mkv', 'pcm_s16le'],
  ['the sound first, in a transport stream', 2.013, 0, 'ts', 'aac'],
  ['the pictures first, in a transport stream', 0, 1.507, 'ts', 'aac'],
  ['the pictures a little later', 0.013, 0, 'mkv', 'pcm_s16le'],
] as const)(
  'a file that begins with %s is added without losing a part, and its sound stays in sync',
  { timeout: TIMEOUT_MS },
  async ([, pictures, sound, kind, codec], { folder, add, expect }) => {
    const file = `film.${kind}`;
    await ffmpeg(...FLASH, ...QUICK, '-c:a', 'pcm_s16le', join(folder, 'both.mov'));
    await ffmpeg(
      ...['-itsoffset', String(pictures), '-i', join(folder, 'both.mov')],
      ...['-itsoffset', String(sound), '-i', join(folder, 'both.mov')],
      ...['-map', '0:v', '-map', '1:a', '-c:v', 'copy', '-c:a', codec, join(folder, file)],
    );
    const { code, stderr, media, checked } = await add(file);
    expect([code, stderr, checked]).toEqual([0, '', WELL]);
    for (const [pictureFile, soundFile] of [
      [media('v180/index.m3u8'), media('audio/index.m3u8')],
      [media('plain.mp4'), media('plain.mp4')],
    ] as const) {
      const [flashes, beeps] = [await flashesOf(pictureFile), await beepsOf(soundFile, sound + 4)];
      for (const fromEnd of [-1, -2, -3]) {
        const [flash, beep] = [flashes.at(fromEnd) ?? 0, beeps.at(fromEnd) ?? 0];
        // In a transport stream the sound begins with its encoder's packet of silence.
        expect(flash).toBeCloseTo(4 + fromEnd + Math.max(0, pictures - sound), 1);
        expect(Math.abs(flash - pictures - (beep - sound))).toBeLessThan(SYNC_TOLERANCE_SECONDS);
      }
      expect(flashes[0]).toBe(0);
      expect(await lengthOf(pictureFile)).toBeGreaterThan(pictures + 3.95);
      expect(await lengthOf(soundFile)).toBeGreaterThan(sound + 3.95);
    }
  },
);

test.for([
  ['MP3 that is loud at its end', 'mp3', 'gt(t\\,8)'],
  ['MP3 that is loud at its beginning', 'mp3', 'lt(t\\,4)'],
  ['AAC that is loud at its end', 'aac', 'gt(t\\,8)'],
  ['AC-3 of a writer that cannot seek', 'mka', '1'],
] as const)(
  'an audio file that does not state its length is added with its whole length: %s',
  { timeout: TIMEOUT_MS },
  async ([, kind, loud], { folder, add, expect }) => {
    const sound = `anoisesrc=d=12:a=0.3,volume='if(${loud}\\,1\\,0)':eval=frame`;
    const quality = { mp3: ['-q:a', '4', '-write_xing', '0'], aac: ['-q:a', '1'], mka: ['-c:a', 'ac3', '-live', '1'] };
    await ffmpeg('-f', 'lavfi', '-i', sound, ...quality[kind], join(folder, `film.${kind}`));
    const { code, stderr, stdout, video, checked } = await add(`film.${kind}`);
    expect([code, stderr, checked]).toEqual([0, '', WELL]);
    expect(stdout).not.toMatch(/damaged|cut off/);
    expect(Math.abs(video.lengthSeconds - 12)).toBeLessThan(0.6);
  },
);

/** The first pixel of a picture, as a viewer sees it. */
async function colourOf(file: string, filters: string): Promise<number[]> {
  const args = [
    '-v',
    'error',
    '-i',
    file,
    '-vf',
    filters,
    '-frames:v',
    '1',
    '-pix_fmt',
    'rgb24',
    '-f',
    'rawvideo',
    '-',
  ];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 1e8 });
  return [...stdout.subarray(0, 3)];
}

const GREEN = [0, 192, 32];

test.for([
  ['SD in BT.601', '640x480', 'bt601', ['-colorspace', 'smpte170m', '-color_primaries', 'smpte170m']],
  ['unmarked SD', '640x480', 'bt601', []],
  ['unmarked HD', '1280x720', 'bt709', []],
  ['HD in BT.601', '1280x720', 'bt601', ['-colorspace', 'bt470bg']],
  ['HD in the matrix of BT.2020', '1280x720', 'bt2020', ['-colorspace', 'bt2020nc']],
] as const)(
  'colours of %s are kept in the added video and its images',
  { timeout: TIMEOUT_MS },
  async ([, size, matrix, marks], { folder, add, expect }) => {
    await ffmpeg(
      ...['-f', 'lavfi', '-i', `color=0x00C020:s=${size}:r=25:d=1,format=rgb24`],
      ...['-vf', `scale=out_color_matrix=${matrix},format=yuv420p`, '-c:v', 'libx264', '-crf', '10', ...marks],
      join(folder, 'film.mp4'),
    );
    const { code, media } = await add('film.mp4');
    expect(code).toBe(0);
    // Images are compressed more, so their colours may differ more.
    for (const [file, filter, most] of [
      ['plain.mp4', 'scale=in_color_matrix=bt709', 3],
      ['poster.jpg', 'null', 6],
      ['storyboard.jpg', 'null', 6],
    ] as const) {
      const colour = await colourOf(media(file), filter);
      for (const [channel, value] of colour.entries())
        expect(Math.abs(value - (GREEN[channel] ?? 0)), `${file}: ${colour}`).toBeLessThanOrEqual(most);
    }
    const marksOf = [
      '-show_entries',
      'stream=color_range,color_space,color_transfer,color_primaries',
      '-of',
      'csv=p=0',
    ];
    expect((await run('ffprobe', ['-v', 'error', ...marksOf, media('plain.mp4')])).stdout).toBe(
      'tv,bt709,bt709,bt709\n',
    );
  },
);

test(
  'audio tracks that cannot be decoded are left out, and all others become choices with language and title',
  { timeout: TIMEOUT_MS },
  async ({ folder, add, expect }) => {
    const file = join(folder, 'film.mkv');
    await ffmpeg(
      ...[
        ...FLASH,
        '-f',
        'lavfi',
        '-i',
        'sine=300:d=4',
        '-map',
        '0:v',
        '-map',
        '1:a',
        '-map',
        '1:a',
        '-map',
        '2:a',
        '-map',
        '2:a',
      ],
      ...[...QUICK, '-c:a:0', 'libopus', '-c:a:1', 'aac', '-c:a:2', 'aac', '-c:a:3', 'aac'],
      ...[
        '-metadata:s:a:1',
        'language=ger',
        '-metadata:s:a:2',
        'language=eng',
        '-metadata:s:a:2',
        'title=The "makers"',
      ],
      ...[
        '-metadata:s:a:3',
        'language=eng',
        '-disposition:a:2',
        'comment',
        '-disposition:a:3',
        'visual_impaired',
        file,
      ],
    );
    const bytes = await readFile(file);
    bytes.write('A_ZZZZ', bytes.indexOf('A_OPUS'), 'latin1');
    await writeFile(file, bytes);
    const { code, stdout, media, checked } = await add('film.mkv');
    expect([code, checked]).toEqual([0, WELL]);
    expect(stdout).toContain('The sound in stream 1 (unknown) is left out.');
    const master = await readFile(media('master.m3u8'), 'utf8');
    expect(master.split('\n').filter((line) => line.startsWith('#EXT-X-MEDIA'))).toEqual([
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Deutsch",LANGUAGE="de",DEFAULT=YES,AUTOSELECT=YES,URI="audio/index.m3u8"',
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="The  makers",LANGUAGE="en",AUTOSELECT=NO,URI="audio-2/index.m3u8"',
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="English",LANGUAGE="en",AUTOSELECT=YES,CHARACTERISTICS="public.accessibility.describes-video",URI="audio-3/index.m3u8"',
    ]);
    expect(master).toMatch(
      /#EXT-X-STREAM-INF:BANDWIDTH=\d+,AVERAGE-BANDWIDTH=\d+,CODECS="mp4a\.40\.2",AUDIO="audio"\naudio\/index\.m3u8\n$/,
    );
    expect(await beepsOf(media('audio/index.m3u8'), 4)).toHaveLength(4);
    expect(await lengthOf(media('audio-3/index.m3u8'))).toBeGreaterThan(3.95);
  },
);

const SCRIPT = `[Script Info]
PlayResX: 640
PlayResY: 360

[V4+ Styles]
Format: Name, Fontname, Bold, Italic, Alignment
Style: Default,Arial,0,0,2

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:00.50,0:00:01.50,Default,,0,0,0,,{\\p1}m 0 0 l 100 0 100 100{\\p0}
Dialogue: 0,0:00:00.50,0:00:01.50,Default,,0,0,0,,{\\an8}1 < 2
`;

test(
  'captions inside of a file keep their text and place, with languages that readers know',
  { timeout: TIMEOUT_MS },
  async ({ folder, add, expect }) => {
    await writeFile(join(folder, 'a.ass'), SCRIPT);
    await writeFile(join(folder, 'b.srt'), '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}a < b <i>c</i>\n');
    const empty = SCRIPT.replace(/Dialogue: .*1 < 2\n/, '');
    await writeFile(join(folder, 'c.ass'), empty);
    await ffmpeg(
      ...[...FLASH, ...['a.ass', 'b.srt', 'c.ass'].flatMap((name) => ['-i', join(folder, name)])],
      ...[
        '-map',
        '0:v',
        '-map',
        '1:a',
        '-map',
        '2:s',
        '-map',
        '3:s',
        '-map',
        '4:s',
        ...QUICK,
        '-c:a',
        'aac',
        '-c:s',
        'copy',
      ],
      ...['-metadata:s:s:0', 'language=ger', '-metadata:s:s:1', 'language=ger', '-metadata:s:s:2', 'language=chi'],
      ...['-disposition:s:0', 'forced', join(folder, 'film.mkv')],
    );
    const { code, stdout, video, media } = await add('film.mkv');
    expect(code).toBe(0);
    expect(video.captions.map(({ languageCode, name, isDefault }) => [languageCode, name, isDefault])).toEqual([
      ['de', 'Deutsch (Forced)', false],
      ['de', 'Deutsch', true],
    ]);
    expect(await readFile(media('captions-1.vtt'), 'utf8')).toMatch(
      /^WEBVTT\n\n00:00:00\.5\d\d --> 00:00:01\.5\d\d line:0\n1 &lt; 2\n$/,
    );
    expect(await readFile(media('captions-2.vtt'), 'utf8')).toMatch(
      /^WEBVTT\n\n00:00:01\.0\d\d --> 00:00:02\.0\d\d line:0\na &lt; b <i>c<\/i>\n$/,
    );
    expect(stdout).toContain('The track of captions in stream 4 has no cue that can be shown. It is left out.');
  },
);
