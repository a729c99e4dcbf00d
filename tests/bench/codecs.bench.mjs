import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { requireFfmpeg } from './support/ffmpeg.mjs';
import { printTable } from './support/measure.mjs';

/**
 * Bytes and quality of the codecs of `npm run add` compared with its H.264, for a clip reduced to 480 lines; and the bytes at the
 * quality of H.264, interpolated between two encodings. `--clip=FILE` (best without compression artefacts), `--from=0` and
 * `--seconds=16` select a part of it, `--codecs=av1,hevc`. Quality is VMAF if the ffmpeg of `--judge=ffmpeg` has it, else SSIM × 100.
 */
const option = (name, fallback) =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? fallback;
const CLIP = option('clip', 'src/provider/catalog/media/demo/progressive-240.mp4');
const JUDGE = option('judge', 'ffmpeg');
const QUIET = ['-v', 'error', '-nostdin', '-y'];
/** High enough that no encoder reaches it: a limit would hide how many bytes a quality costs. */
const NO_LIMIT_KILOBITS = 50_000;
/** Offsets from the CRF of `npm run add`, on the scale of each encoder. */
const STEPS = [-8, -4, 0, 4, 8];

const run = (program, args) => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 26 });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  return stdout + stderr;
};
requireFfmpeg();

const { module: codecs } = await runnerImport('src/studio/preparation/video-codecs.ts', { configFile: false });
const folder = await mkdtemp(join(tmpdir(), 'oriel-bench-codecs-'));
const clean = join(folder, 'clean.mp4');
const hasVmaf = run(JUDGE, ['-hide_banner', '-filters']).includes(' libvmaf ');
const frames = '[0:v]settb=1/30,setpts=N[made];[1:v]settb=1/30,setpts=N[clean];[made][clean]';

/** Compares frames by their number, not by their time, because containers round times differently. */
function qualityOf(file) {
  const filter = `${frames}${hasVmaf ? 'libvmaf=n_threads=2' : 'ssim'}`;
  const said = run(JUDGE, ['-i', file, '-i', clean, '-lavfi', filter, '-f', 'null', '-']);
  return hasVmaf ? Number(/VMAF score: ([\d.]+)/.exec(said)[1]) : 100 * Number(/All:([\d.]+)/.exec(said)[1]);
}

function encode(codec, step) {
  const { encoder, options } = codecs.VIDEO_ENCODERS[codec];
  const words = [...options(NO_LIMIT_KILOBITS, false)];
  const at = words.indexOf('-crf') + 1;
  words[at] = String(Number(words[at]) + step);
  const file = join(folder, `${codec}${step}.mp4`);
  const keys = ['-force_key_frames', 'expr:gte(t,n_forced*2)'];
  const startedMs = performance.now();
  run('ffmpeg', [...QUIET, '-i', clean, ...keys, '-c:v', encoder, ...words, file]);
  const ms = performance.now() - startedMs;
  const sizes = run('ffprobe', ['-v', 'error', '-show_entries', 'packet=size', '-of', 'csv=p=0', file]);
  const bytes = sizes.split(/\D+/).reduce((sum, size) => sum + Number(size), 0);
  return { ms, bytes, quality: qualityOf(file) };
}

/** Interpolates between the two encodings around `quality`, on a logarithmic scale of bytes; `NaN` outside of the encodings. */
function bytesAt(quality, encodings) {
  const sorted = encodings.toSorted((one, other) => one.quality - other.quality);
  const above = sorted.findIndex((one) => one.quality >= quality);
  if (above < 1) return Number.NaN;
  const [low, high] = [sorted[above - 1], sorted[above]];
  const share = (quality - low.quality) / (high.quality - low.quality);
  return low.bytes * (high.bytes / low.bytes) ** share;
}

try {
  const part = ['-ss', option('from', '0'), '-t', option('seconds', '16'), '-i', CLIP];
  const lossless = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0', '-pix_fmt', 'yuv420p'];
  run('ffmpeg', [...QUIET, ...part, '-an', '-vf', 'scale=-2:480:flags=lanczos', ...lossless, clean]);
  const floor = encode('h264', 0);
  const percent = (value) => (Number.isNaN(value) ? 'out of the steps' : `${(100 * value).toFixed(0)} %`);
  const rows = option('codecs', 'av1')
    .split(',')
    .map((codec) => {
      const encodings = STEPS.map((step) => encode(codec, step));
      const made = encodings[STEPS.indexOf(0)];
      return [
        codecs.VIDEO_ENCODERS[codec].title,
        percent(made.bytes / floor.bytes),
        (made.quality - floor.quality).toFixed(2),
        percent(bytesAt(floor.quality, encodings) / floor.bytes),
        (made.ms / floor.ms).toFixed(1),
      ];
    });
  printTable(
    `${CLIP}, 480 lines: H.264 has ${hasVmaf ? 'VMAF' : 'SSIM × 100 of'} ${floor.quality.toFixed(1)} and ${floor.bytes} bytes`,
    ['', 'bytes ÷ H.264', 'quality − H.264', 'bytes at its quality', 'time ÷ H.264'],
    rows,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}
