import {
  readLevels,
  readSounds,
  readVariants,
  splitCodecs,
  VARIANT,
  type ListedVariant,
} from './multivariant-playlist.ts';
import type { Attributes } from './playlist-lines.ts';

/** Sound of a stream apart from its pictures. */
export interface SoundOnly {
  /** The multivariant playlist, with sound as its only level; captions stay. */
  readonly playlist: string;
  /** Bits a second, on average; `undefined` where the playlist has no rate of the sound. */
  readonly averageBits: number | undefined;
}

/** Bit rate where the playlist has none: a level has to declare a rate, although nothing is chosen by it here. */
const USUAL_BITS = 128_000;

/** Lines of a multivariant playlist about pictures, other audio tracks, and the choice among servers. */
const OTHERS = /^#EXT-X-(?:I-FRAME-STREAM-INF:|CONTENT-STEERING:|MEDIA:.*TYPE=(?:AUDIO|VIDEO)).*\n?/gm;

/**
 * Reduces a multivariant playlist to its sound: an audio track that is listed separately, or a level that has only sound. `undefined`
 * for a stream with neither, or without pictures.
 *
 * @param track Number of the track in its group; empty for the default track.
 */
export function soundOnly(text: string, track = ''): SoundOnly | undefined {
  const [level] = readLevels(text);
  if (level === undefined || isSoundAlone(level)) return undefined;
  const alone = readVariants(text).find(isSoundAlone);
  const uri = soundUri(readSounds(text, level.attributes['AUDIO']), track) ?? alone?.uri;
  if (uri === undefined) return undefined;
  const { SUBTITLES, CODECS } = level.attributes;
  const codec = splitCodecs(CODECS)[1];
  const attributes = [
    `BANDWIDTH=${alone?.bandwidth || USUAL_BITS}`,
    ...(codec === undefined ? [] : [`CODECS="${codec}"`]),
    ...(SUBTITLES === undefined ? [] : [`SUBTITLES="${SUBTITLES}"`]),
  ];
  const rest = text.replaceAll(VARIANT, '').replaceAll(OTHERS, '').trimEnd();
  const averageBits = Number(alone?.attributes['AVERAGE-BANDWIDTH'] ?? alone?.bandwidth) || undefined;
  return { playlist: `${rest}\n#EXT-X-STREAM-INF:${attributes.join(',')}\n${uri}\n`, averageBits };
}

function soundUri(sounds: readonly Attributes[], track: string): string | undefined {
  const chosen = track === '' ? undefined : sounds[Number(track)];
  return (chosen ?? sounds.find(({ DEFAULT }) => DEFAULT === 'YES') ?? sounds[0])?.['URI'];
}

function isSoundAlone({ attributes: { RESOLUTION, CODECS } }: ListedVariant): boolean {
  const [video, audio] = splitCodecs(CODECS);
  return RESOLUTION === undefined && video === undefined && audio !== undefined;
}
