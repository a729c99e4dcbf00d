// @module-tag thorough
import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test as base } from 'vitest';
import type { VideoFile } from '../../src/provider/catalog/catalog-schema.ts';
import { readSegmentList } from '../../src/studio/preparation/segment-list.ts';
import { ffmpeg, hasFfmpeg, QUICK, runProgram, visibleIn } from './support/video-tools.ts';

/** `npm run add` with files that are not as they should be, and with disks and processes that fail. */

/** Timeout for a machine that is busy with something else. */
const TIMEOUT_MS = 400_000;
const SECONDS = 3;
const PICTURE = ['-f', 'lavfi', '-i', `testsrc2=size=320x180:rate=25:duration=${SECONDS}`] as const;
const SOUND = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${SECONDS}`] as const;

const test = base
  .extend('plain', { scope: 'file' }, async ({}, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'oriel-plain-'));
    onCleanup(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'plain.mp4');
    await ffmpeg(...PICTURE, ...SOUND, ...QUICK, '-c:a', 'aac', file);
    return readFile(file);
  })
  .extend('folder', async ({}, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'oriel-faults-'));
    onCleanup(() => rm(folder, { recursive: true, force: true }));
    return folder;
  })
  .skipIf(!hasFfmpeg);

const descriptionOf = async (catalog: string, id: string): Promise<VideoFile> =>
  JSON.parse(await readFile(join(catalog, 'videos', `${id}.json`), 'utf8')) as VideoFile;

test(
  'a video whose header names the wrong codec is refused in one line, and leaves no files behind',
  { timeout: TIMEOUT_MS },
  async ({ folder, plain, expect }) => {
    const [catalog, video] = [join(folder, 'catalog'), join(folder, 'film.mp4')];
    // The names of another codec and of its configuration box.
    const renamed = plain.toString('latin1').replaceAll('avc1', 'hvc1').replaceAll('avcC', 'hvcC');
    await writeFile(video, renamed, 'latin1');
    const { code, stderr } = await runProgram('add', catalog, video);
    const complaint = /is no video that can be read|The file is so damaged that no video can be made of it/;
    expect([code, stderr.trim().split('\n')]).toEqual([1, [expect.stringMatching(complaint)]]);
    const left = await readdir(catalog, { recursive: true }).catch(() => []);
    expect(left.filter((name) => !['media', 'videos'].includes(name))).toEqual([]);
  },
);

/** The file with noise in place of this share of its bytes, in its middle. */
function damagedIn(whole: Buffer, share: number): Buffer {
  const at = Math.floor((whole.length * (1 - share)) / 2);
  const noise = Buffer.from(Array.from({ length: Math.floor(whole.length * share) }, (_, byte) => (byte * 7_919) >> 5));
  return Buffer.concat([whole.subarray(0, at), noise, whole.subarray(at + noise.length)]);
}

const DAMAGE = /^The file is damaged: the decoder reports \d+ errors?, the first at 0:0[12]\./m;

test.for<readonly [kind: string, damage: boolean, options: readonly string[], of: readonly string[]]>([
  ['mp4', true, [], ['-c:a', 'aac']],
  ['mp4', true, ['--copy'], ['-c:a', 'aac']],
  ['mkv', true, [], ['-c:a', 'aac']],
  ['ts', true, [], ['-c:a', 'aac']],
  ['mp3', true, [], ['-vn']],
  ['mp4', false, ['--copy'], ['-c:a', 'aac']],
  // A varying frame rate, as phones record it.
  ['mkv', false, [], ['-vf', "select='not(eq(mod(n,3),1))'", '-fps_mode', 'vfr', '-c:a', 'libopus']],
  ['ts', false, [], ['-c:a', 'aac']],
  ['webm', false, [], ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus']],
  ['mp3', false, [], ['-vn', '-id3v2_version', '3', '-write_id3v1', '1', '-metadata', 'title=Episode']],
])(
  'an added %s file is reported as damaged exactly if it is (damaged: %s, options: %o)',
  { timeout: TIMEOUT_MS },
  async ([kind, isDamaged, options, made], { folder, expect }) => {
    const [catalog, video] = [join(folder, 'catalog'), join(folder, `film.${kind}`)];
    await ffmpeg(...PICTURE, ...SOUND, ...QUICK, ...made, video);
    if (isDamaged) await writeFile(video, damagedIn(await readFile(video), 0.2));
    const { code, stdout, stderr } = await runProgram('add', catalog, video, '--id', 'film-whole0', ...options);
    expect([code, stderr]).toEqual([0, '']);
    if (isDamaged) expect(stdout).toMatch(DAMAGE);
    else expect(stdout).not.toMatch(/damaged|decoder/);
    // A copy keeps the damage; an encoder makes intact pictures from the parts that it can decode.
    const isInSegments = isDamaged && options.includes('--copy');
    expect((await runProgram('videos', catalog, 'check')).stdout).toMatch(
      isInSegments ? /copy\/\d+\.m4s: is damaged/ : /^1 video checked: all is well\.$/m,
    );
  },
);

test(
  'titles inside a video file are kept as text, and never become file names',
  { timeout: TIMEOUT_MS },
  async ({ folder, expect }) => {
    const catalog = join(folder, 'catalog');
    const video = join(folder, `-i "%03d:[a]';$(touch x)\n<b>.mp4`);
    const title = `../../"><script>alert('1')</script>\u0007${'x'.repeat(1_000)}`;
    await writeFile(
      join(folder, 'metadata.txt'),
      ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=1000\ntitle=../../<b>"one"</b>\n',
    );
    await writeFile(join(folder, 'en.srt'), '1\n00:00:00,500 --> 00:00:02,500\n<script>alert(1)</script>\n');
    await ffmpeg(
      ...PICTURE,
      ...['-i', join(folder, 'metadata.txt'), '-i', join(folder, 'en.srt'), '-map', '0:v', '-map', '2:s'],
      ...['-map_metadata', '1', '-metadata', `title=${title}`, '-metadata:s:s:0', 'language=../../etc/x'],
      ...[...QUICK, '-c:s', 'srt', '-f', 'matroska', video],
    );
    expect(await runProgram('add', catalog, video, '--id', 'film-evil00')).toMatchObject({ code: 0, stderr: '' });
    const { title: kept, chapters, captions } = await descriptionOf(catalog, 'film-evil00');
    expect(kept).toMatch(/^\.\.\/\.\.\/"><script>alert\('1'\)<\/script> x+$/);
    expect(kept.length).toBeLessThanOrEqual(500);
    expect(chapters).toEqual([{ title: '../../<b>"one"</b>', startSeconds: 0 }]);
    expect(captions).toMatchObject([{ url: 'film-evil00/captions-1.vtt' }]);
    expect(await readdir(folder)).not.toContain('x');
    expect((await runProgram('videos', catalog, 'check')).stdout).toBe('1 video checked: all is well.\n');
    const names = await visibleIn(catalog);
    expect(names.filter((name) => !/^(?:media|videos)(?:\/film-evil00|$)/.test(name))).toEqual([]);
  },
);

test(
  'a phone video with rotation, HDR and a varying frame rate is added upright, in standard range and in sync',
  { timeout: TIMEOUT_MS },
  async ({ folder, expect, skip }) => {
    const [catalog, lying, video] = [join(folder, 'catalog'), join(folder, 'lying.mov'), join(folder, 'film.mov')];
    // 30 frames a second, but only two a second in the part where little moves.
    const rate = "select='if(between(t,2.5,5.5),not(mod(n,30)),not(mod(n,2)))'";
    const hlg = ['-color_primaries', 'bt2020', '-color_trc', 'arib-std-b67', '-colorspace', 'bt2020nc'];
    try {
      await ffmpeg(
        ...['-f', 'lavfi', '-i', 'testsrc2=size=480x270:rate=60:duration=8', '-f', 'lavfi', '-i', 'sine=duration=8'],
        ...[
          '-vf',
          rate,
          '-fps_mode',
          'vfr',
          '-c:v',
          'libx265',
          '-preset',
          'ultrafast',
          '-x265-params',
          'log-level=error',
        ],
        ...['-pix_fmt', 'yuv420p10le', ...hlg, '-tag:v', 'hvc1', '-c:a', 'aac', lying],
      );
    } catch {
      skip('this ffmpeg writes no HEVC of 10 bits');
    }
    await ffmpeg('-i', lying, '-c', 'copy', '-metadata:s:v', 'rotate=90', video);
    expect(await runProgram('add', catalog, video, '--id', 'film-phone0')).toMatchObject({ code: 0, stderr: '' });
    expect(await descriptionOf(catalog, 'film-phone0')).toMatchObject({ width: 240, height: 426 });
    expect((await runProgram('videos', catalog, 'check')).stdout).toBe('1 video checked: all is well.\n');
    const master = await readFile(join(catalog, 'media/film-phone0/master.m3u8'), 'utf8');
    expect(master).toMatch(/CODECS="avc1\.64[0-9a-f]{4},mp4a\.40\.2"/);
  },
);

/** A video that is slow to encode. */
async function makeNoise(folder: string, seconds: number): Promise<string> {
  const video = join(folder, 'long.mp4');
  const noise = `testsrc2=size=854x480:rate=30000/1001:duration=${seconds},noise=alls=8:allf=t`;
  const sound = `sine=duration=${seconds}`;
  await ffmpeg('-f', 'lavfi', '-i', noise, '-f', 'lavfi', '-i', sound, ...QUICK, '-c:a', 'aac', video);
  return video;
}

const workIn = async (catalog: string): Promise<string | undefined> => {
  const names = await readdir(join(catalog, 'media')).catch(() => []);
  return names.filter((name) => name.startsWith('.add-')).map((name) => join(catalog, 'media', name))[0];
};

/** Number of frames in a playlist, and the longest time between two of them. */
async function framesOf(playlist: string): Promise<{ count: number; longestSeconds: number }> {
  const asked = ['-v', 'error', '-select_streams', 'v', '-show_entries', 'packet=pts_time', '-of', 'csv=p=0', playlist];
  const { stdout } = await promisify(execFile)('ffprobe', asked, { maxBuffer: 1e8 });
  const times = stdout.split('\n').flatMap((line) => (line === '' ? [] : Number.parseFloat(line)));
  const sorted = times.toSorted((one, other) => one - other);
  const gaps = sorted.slice(1).map((time, index) => time - (sorted[index] ?? 0));
  return { count: times.length, longestSeconds: Math.max(...gaps) };
}

test(
  'adding a video continues after two kills, and encodes no finished segment again',
  { timeout: TIMEOUT_MS },
  async ({ folder, expect }) => {
    const [catalog, video] = [join(folder, 'catalog'), await makeNoise(folder, 14)];
    // Inodes of segments that were complete when their run was killed.
    const whole = new Set<number>();
    for (const isNext of [(name: string) => name === 'run-0', (name: string) => /^run-[1-9]/.test(name)]) {
      const child = spawn(process.execPath, ['dist/provider/add.js', video], {
        env: { ...process.env, ORIEL_CATALOG_DIR: catalog },
        stdio: 'ignore',
      });
      const ended = new Promise((resolve) => child.on('exit', resolve));
      const runOf = async (): Promise<string | undefined> => {
        const work = await workIn(catalog);
        const names = work === undefined ? [] : await readdir(join(work, 'pictures')).catch(() => []);
        const name = names.find(isNext);
        return work === undefined || name === undefined ? undefined : join(work, 'pictures', name);
      };
      const listed = async (): Promise<number> => {
        const run = await runOf();
        return run === undefined ? 0 : (await readSegmentList(join(run, 'v480/index.m3u8'))).segments.length;
      };
      await expect.poll(listed, { timeout: TIMEOUT_MS }).toBeGreaterThan(1);
      child.kill('SIGKILL');
      await ended;
      whole.add((await stat(join((await runOf()) ?? '', 'v480/00000.m4s'))).ino);
      expect(await visibleIn(catalog)).toEqual(['media']);
    }
    const { stdout } = await runProgram('add', catalog, video);
    const id = /\/embed\/([\w-]{11})/.exec(stdout)?.[1] ?? '';
    const made = await readdir(join(catalog, 'media', id, 'v480'));
    const kept = await Promise.all(
      made.map(async (name) => (await stat(join(catalog, 'media', id, 'v480', name))).ino),
    );
    expect(kept.filter((inode) => whole.has(inode))).toHaveLength(2);
    const { count, longestSeconds } = await framesOf(join(catalog, 'media', id, 'v480/index.m3u8'));
    expect(count).toBe((await framesOf(video)).count);
    expect(longestSeconds).toBeCloseTo(1_001 / 30_000, 3);
    expect((await runProgram('videos', catalog, 'check')).stdout).toBe('1 video checked: all is well.\n');
    expect(await workIn(catalog)).toBeUndefined();
  },
);

/** Runs a shell script that may mount a small file system of its own. */
const MOUNTED = ['unshare', '--map-root-user', '--mount', 'sh', '-c'] as const;
const canMount = spawnSync(MOUNTED[0], [...MOUNTED.slice(1), 'mount -t tmpfs none /mnt']).status === 0;

test.for([60, 150, 300])(
  'a full disk of %d KB is reported in one line, and the next run continues once the disk is larger',
  { timeout: TIMEOUT_MS },
  async (kilobytes, { folder, expect, skip }) => {
    skip(!canMount, 'this user may mount nothing');
    const [catalog, video] = [join(folder, 'catalog'), join(folder, 'film.mp4')];
    await ffmpeg(...[...PICTURE, ...SOUND, '-vf', 'noise=alls=40:allf=t', ...QUICK, '-c:a', 'aac', video]);
    await mkdir(catalog);
    const script = `mount -t tmpfs -o size=${kilobytes}k none "$1"; node=$2
      "$node" dist/provider/add.js "$3" >/dev/null; echo $?; mount -o remount,size=60m "$1"
      "$node" dist/provider/add.js "$3" >/dev/null; echo $?; "$node" dist/provider/videos.js check`;
    const { stdout, stderr } = await promisify(execFile)(
      MOUNTED[0],
      [...MOUNTED.slice(1), script, 'sh', catalog, process.execPath, video],
      { env: { ...process.env, ORIEL_CATALOG_DIR: catalog } },
    );
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(
        /^The disk of \S+ is full\. Nothing was added to the catalog\. Make room, and the same command .*\.$/,
      ),
    ]);
    expect(stdout).toBe('1\n0\n1 video checked: all is well.\n');
  },
);

test.for([
  ['ro', ' lies on a file system that is mounted read-only. Nothing was added to the catalog. Mount it for writing, '],
  ['nr_inodes=1', ' is full of files: it has no inodes left. Nothing was added to the catalog. Remove files, '],
] as const)(
  'a disk that is mounted with %s is refused before encoding, with the reason',
  async ([option, reason], { folder, plain, expect, skip }) => {
    skip(!canMount, 'this user may mount nothing');
    const [catalog, video] = [join(folder, 'catalog'), join(folder, 'film.mp4')];
    await writeFile(video, plain);
    await mkdir(catalog);
    const script = `mount -t tmpfs -o "$2" none "$1"; "$3" dist/provider/add.js "$4"; echo $?`;
    const { stdout, stderr } = await promisify(execFile)(
      MOUNTED[0],
      [...MOUNTED.slice(1), script, 'sh', catalog, option, process.execPath, video],
      { env: { ...process.env, ORIEL_CATALOG_DIR: catalog } },
    );
    expect(stderr.trim().endsWith(`${catalog}${reason}and give the same command again.`)).toBe(true);
    expect(stdout).toMatch(/1\n$/);
  },
);
