import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CATALOG = 'src/provider/catalog';
/** Bit rate of the pictures in kbit/s, by height. */
const LADDER = { 240: 400, 360: 800, 480: 1_400, 720: 2_800, 1080: 5_000 };
/** Length of the part that is encoded; the stream repeats it `TIMES` times. */
const SECONDS = 24;
const TIMES = 5;
const HLS = ['-hls_time', '2', '-hls_list_size', '0', '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4'];

export const LADDER_ID = 'ladder00000';
export const LADDER_ADDRESS = '/media/bench/ladder/master.m3u8';

/** Copies the demo catalog to a temporary folder and adds a video of two minutes in five qualities. Needs ffmpeg. */
export async function makeLadderCatalog() {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-ladder-'));
  await cp(CATALOG, folder, { recursive: true });
  const out = join(folder, 'media/bench/ladder');
  await mkdir(out, { recursive: true });
  const once = join(folder, 'once.mp4');
  await ffmpeg(encoding(once));
  await ffmpeg(packaging(once), out);
  await writeFile(join(folder, 'videos', `${LADDER_ID}.json`), JSON.stringify(DESCRIPTION));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

const ffmpeg = (words, cwd = process.cwd()) => run('ffmpeg', ['-v', 'error', '-y', ...words], { cwd });

/** Arguments of ffmpeg for all qualities; noise makes each of them fill its bit rate. */
function encoding(file) {
  const heights = Object.keys(LADDER);
  const scaled = heights.map((height, index) => `[p${index}]scale=-2:${height}[v${index}]`);
  const graph = `[0:v]noise=alls=20:allf=t,split=${heights.length}${heights.map((_, index) => `[p${index}]`).join('')}`;
  return [
    ...['-f', 'lavfi', '-i', `testsrc2=size=1920x1080:rate=30:duration=${SECONDS}`],
    ...['-f', 'lavfi', '-i', `sine=frequency=330:duration=${SECONDS}`],
    ...['-filter_complex', [graph, ...scaled].join(';')],
    ...heights.flatMap((_, index) => ['-map', `[v${index}]`]),
    ...['-map', '1:a', '-c:a', 'aac', '-b:a', '96k'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '60', '-sc_threshold', '0'],
    ...Object.values(LADDER).flatMap((kilobits, index) => [
      ...[
        `-b:v:${index}`,
        `${kilobits}k`,
        `-maxrate:v:${index}`,
        `${kilobits}k`,
        `-bufsize:v:${index}`,
        `${kilobits}k`,
      ],
    ]),
    ...['-shortest', file],
  ];
}

function packaging(once) {
  const qualities = Object.keys(LADDER).map((_, index) => `v:${index},agroup:sound`);
  return [
    ...['-stream_loop', String(TIMES - 1), '-i', once, '-map', '0', '-c', 'copy', '-f', 'hls', ...HLS],
    ...['-master_pl_name', 'master.m3u8', '-var_stream_map', [...qualities, 'a:0,agroup:sound,default:yes'].join(' ')],
    '%v.m3u8',
  ];
}

const DESCRIPTION = {
  id: LADDER_ID,
  title: 'Ladder',
  author: 'Measurements',
  channelId: 'bench',
  lengthSeconds: SECONDS * TIMES,
  width: 1_920,
  height: 1_080,
  sources: { hls: LADDER_ADDRESS.slice('/media/'.length) },
  posters: [{ url: 'demo/poster.jpg', mimeType: 'image/jpeg', width: 1_280, height: 720 }],
};
