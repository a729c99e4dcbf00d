import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareWithBudgets } from './support/budgets.mjs';
import { requireFfmpeg } from './support/ffmpeg.mjs';
import { median, printTable } from './support/measure.mjs';

/**
 * Time and processor time of `npm run add` for a generated video of 1080 lines, in turn with one ffmpeg command that writes the
 * same qualities. `--rounds=N`; `--seconds=60` is the length of the video.
 */
const option = (name, fallback) =>
  Number(process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1] ?? fallback);
const ROUNDS = option('rounds', 3);
const SECONDS = option('seconds', 60);
/** The ladder that `src/studio/preparation` makes for such a video; the run fails if `npm run add` makes another one. */
const LADDER = [
  { name: 'v240', width: 426, height: 240, kilobits: 300 },
  { name: 'v360', width: 640, height: 360, kilobits: 600 },
  { name: 'v480', width: 854, height: 480, kilobits: 1_100 },
  { name: 'v720', width: 1_280, height: 720, kilobits: 2_500 },
  { name: 'v1080', width: 1_920, height: 1_080, kilobits: 5_000 },
];

requireFfmpeg();

const folder = await mkdtemp(join(tmpdir(), 'oriel-bench-add-'));
const video = join(folder, 'film.mp4');
const QUIET = ['-v', 'error', '-nostdin', '-y'];

/** Moving detail with grain, so that the encoder has as much to do as with a camera's video. */
const makeVideo = () =>
  run('ffmpeg', [
    ...QUIET,
    ...['-f', 'lavfi', '-i', `testsrc2=size=1920x1080:rate=30:duration=${SECONDS},noise=alls=6:allf=t`],
    ...['-f', 'lavfi', '-i', `sine=frequency=440:duration=${SECONDS}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '23', '-pix_fmt', 'yuv420p', '-c:a', 'aac', video],
  ]);

/** Command that a user of ffmpeg would write for the same streams. */
async function alone() {
  const target = join(folder, 'alone');
  for (const { name } of [...LADDER, { name: 'audio' }]) await mkdir(join(target, name), { recursive: true });
  const names = LADDER.map(({ name }) => name);
  const scaled = LADDER.map(({ name, width, height }) => `[s${name}]scale=${width}:${height}[${name}]`);
  const split = `[0:v:0]split=${names.length}${names.map((name) => `[s${name}]`).join('')}`;
  const cmaf = (name) => [
    ...['-f', 'hls', '-hls_time', '2', '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4'],
    ...['-hls_fmp4_init_filename', 'init.mp4', '-hls_segment_filename', `${target}/${name}/%05d.m4s`],
    `${target}/${name}/index.m3u8`,
  ];
  const pictures = LADDER.flatMap(({ name, kilobits }) => [
    ...['-map', `[${name}]`, '-c:v', 'libx264', '-preset', 'fast', '-crf', '23', '-profile:v', 'high'],
    ...['-maxrate', `${kilobits}k`, '-bufsize', `${kilobits * 2}k`, '-bf', '0', '-sc_threshold', '0'],
    ...['-force_key_frames', 'expr:gte(t,n_forced*2)', '-pix_fmt', 'yuv420p', ...cmaf(name)],
  ]);
  const sound = ['-map', '0:a:0', '-c:a', 'aac', '-b:a', '56k', ...cmaf('audio')];
  return run('ffmpeg', [...QUIET, '-i', video, '-filter_complex', [split, ...scaled].join(';'), ...pictures, ...sound]);
}

async function withAdd() {
  const catalog = join(folder, 'catalog');
  const used = await run(process.execPath, ['dist/provider/add.js', video, '--id', 'film-bench0'], {
    ORIEL_CATALOG_DIR: catalog,
  });
  const master = await readFile(join(catalog, 'media/film-bench0/master.m3u8'), 'utf8');
  const made = [...master.matchAll(/RESOLUTION=(\S+?),/g)].map(([, size]) => size);
  const expected = LADDER.map(({ width, height }) => `${width}x${height}`);
  if (made.join() !== expected.join()) throw new Error(`npm run add made ${made.join()}: correct LADDER`);
  await rm(catalog, { recursive: true });
  return used;
}

/** Runs a program; resolves with wall-clock seconds, and with processor seconds of the program and its child processes. */
async function run(program, args, environment = {}) {
  const [startedMs, before] = [performance.now(), childSeconds()];
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...environment },
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
  const seconds = (performance.now() - startedMs) / 1_000;
  return { seconds, processorSeconds: (await childSeconds()) - (await before) };
}

/** CPU seconds of child processes that have ended; `NaN` on systems without `/proc`. */
async function childSeconds() {
  const text = await readFile('/proc/self/stat', 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

/** The order alternates by round, because the command that runs first reads from a cold disk. */
async function measure(round) {
  if (round % 2 === 0) return { alone: await alone(), add: await withAdd() };
  const add = await withAdd();
  return { add, alone: await alone() };
}

const rounds = [];
try {
  await makeVideo();
  for (let round = 0; round < ROUNDS; round += 1) {
    const used = await measure(round);
    rounds.push(used);
    const [bare, add] = [used.alone.seconds.toFixed(1), used.add.seconds.toFixed(1)];
    console.log(`round ${round + 1}: ffmpeg alone ${bare} s, npm run add ${add} s`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

const of = (way, field) => median(rounds.map((round) => round[way][field]));
const row = (name, way) => [
  name,
  of(way, 'seconds').toFixed(1),
  of(way, 'processorSeconds').toFixed(1),
  (of(way, 'processorSeconds') / of(way, 'seconds')).toFixed(2),
];
printTable(
  `A video of ${SECONDS} s and 1080 lines, ${availableParallelism()} processors, median of ${ROUNDS}`,
  ['', 'seconds', 'of processors', 'processors busy'],
  [row('ffmpeg alone', 'alone'), row('npm run add', 'add')],
);
const ratio = (field) => median(rounds.map(({ add, alone: bare }) => add[field] / bare[field]));
const processorRatio = ratio('processorSeconds');
await compareWithBudgets('add', {
  'npm run add ÷ ffmpeg alone': ratio('seconds'),
  ...(Number.isNaN(processorRatio) ? {} : { 'npm run add ÷ ffmpeg alone, processors': processorRatio }),
});
