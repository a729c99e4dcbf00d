import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readMediaPlaylist } from '../../../protocol/runtime/media/media-playlist.ts';
import { readCodecNames } from '../../provider/streams/segment-facts.ts';
import { loopSeconds } from '../../provider/streams/media-playlist.ts';
import { PreparationFault } from './preparation-fault.ts';
import type { Rung } from './rungs.ts';

/** One playlist as it was made. */
interface Made {
  readonly codec: string;
  /** Bits a second of the largest segment, and over the whole video. */
  readonly peakBits: number;
  readonly averageBits: number;
}

/** Writes the multivariant playlist of what has been encoded, with codecs and rates as they came out. */
export async function writeMasterPlaylist(folder: string, rungs: readonly Rung[], hasSound: boolean): Promise<void> {
  const sound = hasSound ? await readMade(folder, 'audio') : null;
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS'];
  if (sound !== null)
    lines.push(
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Sound",DEFAULT=YES,AUTOSELECT=YES,URI="audio/index.m3u8"',
    );
  for (const { name, width, height } of rungs) {
    const made = await readMade(folder, name);
    const attributes = [
      `BANDWIDTH=${made.peakBits + (sound?.peakBits ?? 0)}`,
      `AVERAGE-BANDWIDTH=${made.averageBits + (sound?.averageBits ?? 0)}`,
      `RESOLUTION=${width}x${height}`,
      `CODECS="${[made.codec, ...(sound === null ? [] : [sound.codec])].join(',')}"`,
      ...(sound === null ? [] : ['AUDIO="audio"']),
    ];
    lines.push(`#EXT-X-STREAM-INF:${attributes.join(',')}`, `${name}/index.m3u8`);
  }
  await writeFile(join(folder, 'master.m3u8'), `${lines.join('\n')}\n`);
}

async function readMade(folder: string, name: string): Promise<Made> {
  const playlist = readMediaPlaylist(await readFile(join(folder, name, 'index.m3u8'), 'utf8'));
  const { segments } = playlist;
  const { videoCodec, audioCodec } = readCodecNames(await readFile(join(folder, name, 'init.mp4'))) ?? {};
  const codec = videoCodec ?? audioCodec;
  if (segments.length === 0 || codec === undefined)
    throw new PreparationFault('ffmpeg wrote nothing that can be played. Is the video longer than a moment?');
  const sizes = await Promise.all(segments.map(async ({ uri }) => (await stat(join(folder, name, uri))).size));
  const rates = segments.map(({ durationSeconds }, index) => ((sizes[index] ?? 0) * 8) / durationSeconds);
  const bits = sizes.reduce((sum, size) => sum + size * 8, 0);
  return { codec, peakBits: Math.ceil(Math.max(...rates)), averageBits: Math.ceil(bits / loopSeconds(playlist)) };
}
