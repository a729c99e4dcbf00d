// @module-tag thorough
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test as base } from 'vitest';
import { ffmpeg, hasFfmpeg, QUICK, runProgram } from './support/video-tools.ts';

/** `npm run videos -- check` over streams that are valid though unusual, and its advice, followed literally. */

const TIMEOUT_MS = 120_000;
const SECONDS = 8;
const SOURCE = [
  ...['-f', 'lavfi', '-i', `testsrc2=s=320x180:r=25:d=${SECONDS}`, '-f', 'lavfi', '-i', `sine=d=${SECONDS}`],
  ...[...QUICK, '-g', '50', '-sc_threshold', '0', '-bf', '0', '-c:a', 'aac'],
] as const;

const test = base
  .extend('catalog', async ({}, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'oriel-check-'));
    onCleanup(() => rm(folder, { recursive: true, force: true }));
    await mkdir(join(folder, 'media/film'), { recursive: true });
    await mkdir(join(folder, 'videos'));
    return folder;
  })
  .extend('describe', ({ catalog }) => async (sources: object) => {
    const video = { id: 'film-check0', title: 'A video', author: 'Me', channelId: 'me', lengthSeconds: SECONDS };
    const text = JSON.stringify({ ...video, width: 320, height: 180, sources });
    await writeFile(join(catalog, 'videos/film.json'), text);
  })
  .extend(
    'check',
    ({ catalog }) =>
      async () =>
        (await runProgram('videos', catalog, 'check')).stdout,
  )
  .skipIf(!hasFfmpeg);

const WELL = '1 video checked: all is well.\n';
const hls = (folder: string, kind: 'mpegts' | 'fmp4', ...options: readonly string[]): string[] => [
  ...['-f', 'hls', '-hls_time', '2', '-hls_playlist_type', 'vod', '-hls_segment_type', kind, ...options],
  ...['-hls_segment_filename', join(folder, kind === 'fmp4' ? '%d.m4s' : '%d.ts'), join(folder, 'index.m3u8')],
];
const WITHOUT_CODECS = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=320x180\nindex.m3u8\n';

test(
  'a stream whose timestamps wrap around after 33 bits passes the check',
  { timeout: TIMEOUT_MS },
  async ({ catalog, describe, check, expect }) => {
    const folder = join(catalog, 'media/film');
    // The second segment ends after the largest timestamp.
    await ffmpeg(...SOURCE, '-output_ts_offset', String(2 ** 33 / 90_000 - 3), ...hls(folder, 'mpegts'));
    await describe({ hls: 'film/index.m3u8' });
    expect(await check()).toBe(WELL);
  },
);

test(
  'a stream whose init segment changes passes the check',
  { timeout: TIMEOUT_MS },
  async ({ catalog, describe, check, expect }) => {
    const folder = join(catalog, 'media/film');
    await mkdir(join(folder, 'b'));
    await ffmpeg(...SOURCE, ...hls(folder, 'fmp4', '-hls_fmp4_init_filename', 'init.mp4'));
    await ffmpeg(
      ...SOURCE,
      '-s',
      '160x90',
      '-profile:v',
      'baseline',
      ...hls(join(folder, 'b'), 'fmp4', '-hls_fmp4_init_filename', 'init.mp4'),
    );
    const lines = (await readFile(join(folder, 'index.m3u8'), 'utf8')).split('\n');
    const second = lines.findIndex((line) => line === '2.m4s') - 1;
    const changed = lines.map((line, at) => (at > second && line.endsWith('.m4s') ? `b/${line}` : line));
    changed.splice(second, 0, '#EXT-X-MAP:URI="b/init.mp4"');
    await writeFile(join(folder, 'index.m3u8'), changed.join('\n'));
    const codecs = 'avc1.42c00c,avc1.42c00b,mp4a.40.2';
    await writeFile(join(folder, 'master.m3u8'), WITHOUT_CODECS.replace('RES', `CODECS="${codecs}",RES`));
    await describe({ hls: 'film/master.m3u8' });
    expect(await check()).toBe(WELL);
  },
);

test(
  'a playlist with a gap and variables passes the check',
  { timeout: TIMEOUT_MS },
  async ({ catalog, describe, check, expect }) => {
    const folder = join(catalog, 'media/film');
    await ffmpeg(...SOURCE, ...hls(folder, 'mpegts'));
    const playlist = await readFile(join(folder, 'index.m3u8'), 'utf8');
    await rm(join(folder, '1.ts'));
    const gap = playlist.replace('1.ts', '#EXT-X-GAP\n1.ts').replace(/^(\d\.ts)/gm, '{$at}/$1');
    await mkdir(join(folder, 'parts'));
    for (const name of ['0.ts', '2.ts', '3.ts']) await rename(join(folder, name), join(folder, 'parts', name));
    await writeFile(join(folder, 'index.m3u8'), gap.replace('#EXTM3U', '#EXTM3U\n#EXT-X-DEFINE:IMPORT="at"'));
    const head = '#EXTM3U\n#EXT-X-DEFINE:NAME="at",VALUE="parts"\n#EXT-X-DEFINE:NAME="list",VALUE="index"';
    const codecs = 'CODECS="avc1.42c00c,mp4a.40.2",RES';
    const master = WITHOUT_CODECS.replace('#EXTM3U', head).replace('\nindex.', '\n{$list}.').replace('RES', codecs);
    await writeFile(join(folder, 'master.m3u8'), master);
    await describe({ hls: 'film/master.m3u8' });
    expect(await check()).toBe(WELL);
  },
);

test.for([
  ['a transport stream', 'mpegts'],
  ['fragmented MP4', 'fmp4'],
] as const)(
  'a playlist passes the check once it names the codecs that the check advises for %s',
  { timeout: TIMEOUT_MS },
  async ([, kind], { catalog, describe, check, expect }) => {
    const folder = join(catalog, 'media/film');
    await ffmpeg(...SOURCE, ...hls(folder, kind, ...(kind === 'fmp4' ? ['-hls_fmp4_init_filename', 'init.mp4'] : [])));
    await writeFile(join(folder, 'master.m3u8'), WITHOUT_CODECS);
    await describe({ hls: 'film/master.m3u8' });
    const advice = /Add (CODECS="(.*?)")$/m.exec(await check());
    expect(advice?.[2]).toMatch(/^avc1\.42c0[0-9a-f]{2},mp4a\.40\.2$/);
    await writeFile(join(folder, 'master.m3u8'), WITHOUT_CODECS.replace('RES', `${advice?.[1]},RES`));
    expect(await check()).toBe(WELL);
    await writeFile(join(folder, 'master.m3u8'), WITHOUT_CODECS.replace('RES', 'CODECS="avc1.640028,mp4a.40.2",RES'));
    const other = /Write (CODECS=".*?")$/m.exec(await check());
    await writeFile(join(folder, 'master.m3u8'), WITHOUT_CODECS.replace('RES', `${other?.[1]},RES`));
    expect(await check()).toBe(WELL);
  },
);

const noise = (count: number): Buffer => Buffer.from(Array.from({ length: count }, (_, at) => (at * 7_919) >> 5));
const middleOf = (bytes: Buffer): [start: number, end: number] => [bytes.length >> 1, (bytes.length >> 1) + 3_000];

const SPOILT: readonly (readonly [how: string, spoil: (whole: Buffer) => Buffer])[] = [
  ['cut off', (whole) => whole.subarray(0, (whole.length >> 1) + 5)],
  ['cut off between two packets', (whole) => whole.subarray(0, 188 * Math.floor(whole.length / 188 / 2))],
  ['cut off in its beginning', (whole) => whole.subarray(0, 100)],
  ['full of zeros', (whole) => Buffer.alloc(whole.length)],
  ['full of noise', (whole) => noise(whole.length)],
  ['a letter', () => Buffer.from('Dear Sir or Madam')],
  ['zero in its middle', (whole) => Buffer.from(whole).fill(0, ...middleOf(whole))],
  ['zero at its beginning', (whole) => Buffer.from(whole).fill(0, 0, 2_000)],
  ['zero at its end', (whole) => Buffer.from(whole).fill(0, whole.length - 2_000)],
  ['noise in its middle', (whole) => Buffer.from(whole).fill(noise(3_000), ...middleOf(whole))],
  ['without ten packets', (whole) => Buffer.concat([whole.subarray(0, 188 * 40), whole.subarray(188 * 50)])],
];

test.for(['mpegts', 'fmp4'] as const)(
  'a damaged or cut-off segment of %s is the only finding of the check',
  { timeout: TIMEOUT_MS },
  async (kind, { catalog, describe, check, expect }) => {
    const folder = join(catalog, 'media/film');
    const init = kind === 'fmp4' ? ['-hls_fmp4_init_filename', 'init.mp4'] : [];
    await ffmpeg(...SOURCE, ...hls(folder, kind, '-hls_flags', 'independent_segments', ...init));
    await describe({ hls: 'film/index.m3u8' });
    expect(await check()).toBe(WELL);
    for (const [index, [how, spoil]] of SPOILT.entries()) {
      // The first segment, a middle segment and the last segment in turn.
      const name = `${[0, 1, 3][index % 3]}.${kind === 'fmp4' ? 'm4s' : 'ts'}`;
      const whole = await readFile(join(folder, name));
      await writeFile(join(folder, name), spoil(whole));
      const findings = (await check()).split('\n').filter((line) => line.startsWith('film-check0'));
      const named = `^film-check0  media/film/${name}: is (damaged|cut off).*\\. Copy it again, or remove the video and add it again`;
      expect(findings, `${name} ${how}`).toEqual([expect.stringMatching(new RegExp(named))]);
      await writeFile(join(folder, name), whole);
    }
  },
);

const packaged = (kind: 'mpegts' | 'fmp4', ...options: readonly string[]): string[] => [
  ...['-f', 'hls', '-hls_time', '2', '-hls_playlist_type', 'vod', '-hls_segment_type', kind, ...options],
];

test.for<readonly [how: string, options: readonly string[]]>([
  ['of MPEG-TS with B-frames', ['-bf', '3', '-preset', 'medium', ...packaged('mpegts')]],
  ['of MPEG-TS in one file', packaged('mpegts', '-hls_flags', 'single_file')],
  ['of fragmented MP4 with B-frames in one file', ['-bf', '3', ...packaged('fmp4', '-hls_flags', 'single_file')]],
  [
    'of MPEG-TS at a varying rate',
    ['-vf', String.raw`select=not(between(mod(n\,100)\,30\,80))`, '-fps_mode', 'vfr', ...packaged('mpegts')],
  ],
  ['of MPEG-TS without sound', ['-an', ...packaged('mpegts')]],
  ['of sound in MPEG-TS', ['-vn', ...packaged('mpegts')]],
  ['of MPEG-TS whose sound ends early', ['-af', 'atrim=0:5', ...packaged('mpegts')]],
  ['of MPEG-TS whose pictures end early', ['-vf', 'trim=0:5.5', ...packaged('mpegts')]],
])(
  'the check finds no damaged segment in an intact stream %s',
  { timeout: TIMEOUT_MS },
  async ([, options], { catalog, describe, check, expect }) => {
    await ffmpeg(...SOURCE, ...options, join(catalog, 'media/film/index.m3u8'));
    await describe({ hls: 'film/index.m3u8' });
    expect(await check()).not.toMatch(/film-check0 {2}media/);
  },
);

test(
  'the command that the check advises for a file with its index at the end moves the index to the front',
  { timeout: TIMEOUT_MS },
  async ({ catalog, describe, check, expect }) => {
    await ffmpeg(...SOURCE, join(catalog, "media/film/it's.mp4"));
    const plain = { url: "film/it's.mp4", mimeType: 'video/mp4', width: 320, height: 180, bitrate: 1 };
    await describe({ progressive: [plain] });
    const said = await check();
    const commands = [...said.matchAll(/(?:Mend it|Move it to the front): (ffmpeg .*)$/gm)].map(
      ([, command]) => command,
    );
    expect(new Set(commands).size).toBe(1);
    const folder = /^Run ffmpeg there: (cd .*)$/m.exec(said)?.[1];
    await promisify(execFile)('sh', ['-c', `${folder} && ${commands[0]}`]);
    expect(await check()).toBe(WELL);
  },
);
