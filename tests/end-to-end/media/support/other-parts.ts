import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AVC, FMP4, HLS, INDEX, type Entry } from './makers.ts';

const run = promisify(execFile);

const WITHOUT_SOUND = ['-an', '-c', 'copy'];
const SOUND_ALONE = ['-vn', '-c', 'copy'];

/** Writes one of the segments again with other tracks, as a part of its own between two discontinuities. */
function withPart(number: number, options: readonly string[]): NonNullable<Entry['finish']> {
  return async (folder) => {
    const file = join(folder, INDEX);
    const text = await readFile(file, 'utf8');
    const map = /^#EXT-X-MAP:.*\n/m.exec(text)?.[0];
    const kind = map === undefined ? 'ts' : 'm4s';
    const name = `master${number}.${kind}`;
    const files = map === undefined ? [name] : ['init.mp4', name];
    const whole = await Promise.all(files.map((one) => readFile(join(folder, one))));
    await writeFile(join(folder, `whole.${kind}`), Buffer.concat(whole));
    const muxer = [...(map === undefined ? HLS : FMP4), '-hls_time', '9', '-hls_fmp4_init_filename', 'part.mp4'];
    const output = [...options, ...muxer, '-hls_segment_filename', `part%d.${kind}`, 'part.m3u8'];
    await run('ffmpeg', ['-v', 'error', '-copyts', '-i', `whole.${kind}`, ...output], { cwd: folder });
    const [begin = '', ...segments] = text.split(/^(?=#EXTINF)/m);
    const parts = segments.map((segment, index) => {
      if (index !== number && index !== number + 1) return segment;
      const isOther = index === number;
      const init = isOther ? map?.replace('init.mp4', 'part.mp4') : map;
      return `#EXT-X-DISCONTINUITY\n${init ?? ''}${isOther ? segment.replace(name, `part0.${kind}`) : segment}`;
    });
    await writeFile(file, [begin, ...parts].join(''));
  };
}

const TRANSPORT = [...AVC, ...HLS, INDEX];
const FRAGMENTS = [...AVC, ...FMP4, INDEX];

/** Streams by ffmpeg of which a part has other tracks than the rest. */
export const FFMPEG_PARTS: readonly Entry[] = [
  { name: 'MPEG-TS that begins without sound', options: TRANSPORT, finish: withPart(0, WITHOUT_SOUND) },
  { name: 'MPEG-TS with a part without sound', options: TRANSPORT, finish: withPart(1, WITHOUT_SOUND) },
  { name: 'MPEG-TS with a part of sound alone', options: TRANSPORT, finish: withPart(1, SOUND_ALONE) },
  {
    name: 'MPEG-TS with a part of MP3',
    encoder: 'libmp3lame',
    options: TRANSPORT,
    finish: withPart(1, ['-c:v', 'copy', '-c:a', 'libmp3lame']),
  },
  { name: 'fMP4 that begins without sound', options: FRAGMENTS, finish: withPart(0, WITHOUT_SOUND) },
  { name: 'fMP4 with a part without sound', options: FRAGMENTS, finish: withPart(1, WITHOUT_SOUND) },
  { name: 'fMP4 that ends without sound', options: FRAGMENTS, finish: withPart(2, WITHOUT_SOUND) },
  { name: 'fMP4 with a part of sound alone', options: FRAGMENTS, finish: withPart(1, SOUND_ALONE) },
  {
    name: 'fMP4 with a part of AC-3, which Chromium of Debian cannot decode',
    error: 'fmt.noneavailable',
    encoder: 'ac3',
    options: FRAGMENTS,
    finish: withPart(1, ['-c:v', 'copy', '-c:a', 'ac3']),
  },
];
