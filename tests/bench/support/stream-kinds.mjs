import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CATALOG = 'src/provider/catalog';
const HLS = ['-f', 'hls', '-hls_time', '2', '-hls_list_size', '0', '-hls_playlist_type', 'vod'];
const FMP4 = [...HLS, '-hls_segment_type', 'fmp4'];
const LADDER = [
  ...['-master_pl_name', 'master.m3u8', '-var_stream_map'],
  'v:0,agroup:sound v:1,agroup:sound v:2,agroup:sound a:0,agroup:sound,default:yes',
];

/** The demo video as other tools would package it: the tracks of each kind, and the flags of ffmpeg. */
const KINDS = {
  usual: { tracks: ['v240', 'v480', 'v720', 'audio'], flags: [...FMP4, ...LADDER, '%v.m3u8'] },
  ranges: {
    tracks: ['v240', 'v480', 'v720', 'audio'],
    flags: [...FMP4, '-hls_flags', 'single_file', ...LADDER, '%v.m3u8'],
  },
  muxed: { tracks: ['v240', 'audio'], flags: [...FMP4, 'master.m3u8'] },
  transp: { tracks: ['v240', 'audio'], flags: [...HLS, 'master.m3u8'] },
  sound: { tracks: ['audio'], flags: [...FMP4, 'master.m3u8'] },
};

export const kindId = (kind) => `kind-${kind}`.padEnd(11, '0');

/** Adds a video of each kind to a copy of the demo catalog, and the sound as one file, `bench/sound.m4a`. */
export async function makeStreamKinds() {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-kinds-'));
  await cp(CATALOG, folder, { recursive: true });
  for (const [kind, { tracks, flags }] of Object.entries(KINDS)) {
    const out = join(folder, 'media/bench', kind);
    await mkdir(out, { recursive: true });
    await ffmpeg(tracks, flags, out);
    await writeFile(join(folder, 'videos', `${kindId(kind)}.json`), description(kind));
  }
  await ffmpeg(['audio'], ['-movflags', '+faststart', 'sound.m4a'], join(folder, 'media/bench'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Copies tracks of the demo video, without encoding. */
async function ffmpeg(tracks, flags, cwd) {
  const demo = join(process.cwd(), CATALOG, 'media/demo');
  const inputs = tracks.flatMap((track) => ['-i', join(demo, track, 'index.m3u8')]);
  const maps = tracks.flatMap((_, index) => ['-map', String(index)]);
  await run('ffmpeg', ['-v', 'error', ...inputs, ...maps, '-c', 'copy', ...flags], { cwd });
}

function description(kind) {
  return JSON.stringify({
    id: kindId(kind),
    title: kind,
    author: 'Measurements',
    channelId: 'bench',
    lengthSeconds: 28,
    width: 1280,
    height: 720,
    sources: { hls: `bench/${kind}/master.m3u8` },
    posters: [{ url: 'demo/poster.jpg', mimeType: 'image/jpeg', width: 1280, height: 720 }],
  });
}
