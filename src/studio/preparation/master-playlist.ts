import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readMediaPlaylist } from '../../../protocol/runtime/media/read-media-playlist.ts';
import { readCodecNames } from '../../provider/streams/segment-facts.ts';
import { loopSeconds } from '../../provider/streams/media-playlist.ts';
import { languageName } from '../captions/languages.ts';
import { SOUND_NAME, soundNames } from './encode-command.ts';
import { PreparationFault } from '../preparation-fault.ts';
import type { Video } from './source-video.ts';
import type { Rendition } from './renditions.ts';

/** Measurements of a written media playlist. */
interface Made {
  readonly codec: string;
  /** Bits a second of the largest segment, and, below, of the whole video. */
  readonly peakBits: number;
  readonly averageBits: number;
}

/** Average bit rate of a quality, including its sound. */
export interface RenditionRate {
  readonly rendition: Rendition;
  readonly bitsPerSecond: number;
}

/** Writes the multivariant playlist of the encoded renditions, with their measured codecs and rates. */
export async function writeMasterPlaylist(
  folder: string,
  renditions: readonly Rendition[],
  video: Video,
): Promise<RenditionRate[]> {
  const sounds = await Promise.all(soundNames(video).map((name) => readMade(folder, name)));
  const codecs = [...new Set(sounds.map(({ codec }) => codec))];
  const largest = (rate: 'peakBits' | 'averageBits'): number => Math.max(0, ...sounds.map((sound) => sound[rate]));
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...soundLines(video)];
  const rates: RenditionRate[] = [];
  for (const rendition of renditions) {
    const { name, width, height } = rendition;
    const made = await readMade(folder, name);
    const bitsPerSecond = made.averageBits + largest('averageBits');
    rates.push({ rendition, bitsPerSecond });
    const attributes = [
      `BANDWIDTH=${made.peakBits + largest('peakBits')}`,
      `AVERAGE-BANDWIDTH=${bitsPerSecond}`,
      `RESOLUTION=${width}x${height}`,
      `CODECS="${[made.codec, ...codecs].join(',')}"`,
      ...(sounds.length === 0 ? [] : ['AUDIO="audio"']),
    ];
    lines.push(`#EXT-X-STREAM-INF:${attributes.join(',')}`, `${name}/index.m3u8`);
  }
  lines.push(...soundLevel(sounds[0]));
  await writeFile(join(folder, 'master.m3u8'), `${lines.join('\n')}\n`);
  return rates;
}

/** The first sound as a level without pictures, for listening only. It comes last, since no player starts with the last level. */
function soundLevel(sound: Made | undefined): string[] {
  if (sound === undefined) return [];
  const { peakBits, averageBits, codec } = sound;
  const attributes = [
    `BANDWIDTH=${peakBits}`,
    `AVERAGE-BANDWIDTH=${averageBits}`,
    `CODECS="${codec}"`,
    'AUDIO="audio"',
  ];
  return [`#EXT-X-STREAM-INF:${attributes.join(',')}`, `${SOUND_NAME}/index.m3u8`];
}

/** Lines of the sound tracks, each with a different name for the menu. */
function soundLines(video: Video): string[] {
  const names = new Set<string>();
  return soundNames(video).map((folder, index) => {
    const { languageCode = 'und', title = null, isComment, isDescription } = video.sounds[index] ?? {};
    const language = languageCode === 'und' ? null : languageName(languageCode);
    const wanted = plainName(title ?? language ?? 'Sound');
    const name = names.has(wanted) ? `${wanted} ${index + 1}` : wanted;
    names.add(name);
    const attributes = [
      ...['TYPE=AUDIO', 'GROUP-ID="audio"', `NAME="${name}"`],
      ...(language === null ? [] : [`LANGUAGE="${languageCode}"`]),
      ...(index === 0 ? ['DEFAULT=YES'] : []),
      `AUTOSELECT=${isComment === true ? 'NO' : 'YES'}`,
      ...(isDescription === true ? ['CHARACTERISTICS="public.accessibility.describes-video"'] : []),
      `URI="${folder}/index.m3u8"`,
    ];
    return `#EXT-X-MEDIA:${attributes.join(',')}`;
  });
}

/** Text for a quoted attribute, which must contain neither quotes nor line breaks. */
const plainName = (text: string): string => text.replaceAll(/["\p{Cc}]/gu, ' ').trim() || 'Sound';

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
