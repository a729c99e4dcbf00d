import { readAttributes, type Attributes } from './playlist-lines.ts';

/** One variant of an HLS multivariant playlist. */
export interface ListedVariant {
  /** Address as written in the playlist. */
  readonly uri: string;
  /** Bits a second; 0 where the playlist has no BANDWIDTH. */
  readonly bandwidth: number;
  readonly attributes: Attributes;
}

/** A variant's tag and its address, which is the next line that is neither empty nor a tag. */
export const VARIANT = /^(#EXT-X-STREAM-INF:.*)\s+(?:#(?!EXT-X-STREAM-INF).*\s+)*([^#\s].*)/gm;

export function readVariants(text: string): ListedVariant[] {
  return [...text.matchAll(VARIANT)].map(([, tag = '', uri = '']) => {
    const attributes = readAttributes(tag);
    return { uri: uri.trim(), bandwidth: Number(attributes['BANDWIDTH'] ?? 0), attributes };
  });
}

export function splitCodecs(codecs = ''): [video: string | undefined, audio: string | undefined] {
  const all = codecs.split(',').map((codec) => codec.trim());
  return [
    all.find((codec) => /^(?:avc|hvc|hev|vp0?[89]|av01|dvh)/.test(codec)),
    all.find((codec) => /^(?:mp4a|ac-3|ec-3|opus|flac)/i.test(codec)),
  ];
}

/**
 * The levels that an engine plays, in its order, by the rules of hls.js: levels without pictures are left out where other levels have
 * pictures; the lowest picture comes first, and among levels of one height, codecs that every browser plays.
 */
export function readLevels(text: string): ListedVariant[] {
  const levels = readVariants(text);
  const codecsOf = ({ attributes }: ListedVariant) => splitCodecs(attributes['CODECS']);
  const pictures = levels.filter((level) => level.attributes['RESOLUTION'] ?? codecsOf(level)[0]);
  const played = pictures[0] && levels.some((level) => codecsOf(level)[1]) ? pictures : levels;
  return played.sort(
    (one, other) =>
      heightOf(one) - heightOf(other) ||
      codecRank(codecsOf(one)[0]) - codecRank(codecsOf(other)[0]) ||
      one.bandwidth - other.bandwidth,
  );
}

/** Order of the codecs of one height in hls.js; all other codecs come before these. */
const LATER_CODECS = ['vp09', 'av01', 'hev1', 'hvc1'];

/** Both tags of HEVC have the same rank. */
const codecRank = (codec = ''): number => Math.min(3, LATER_CODECS.indexOf(codec.slice(0, 4)) + 1);

const heightOf = ({ attributes }: ListedVariant): number => Number(attributes['RESOLUTION']?.split('x')[1] ?? 0);

/** The renditions of a multivariant playlist, such as sound and subtitles; some have separate addresses. */
export function readRenditions(text: string): Attributes[] {
  return [...text.matchAll(/^#EXT-X-MEDIA:.*/gm)].map(([line]) => readAttributes(line));
}

/** Audio renditions of a group, which a variant names by its attribute `AUDIO`. */
export function readSounds(text: string, group: string | undefined): Attributes[] {
  return readRenditions(text).filter(
    (attributes) => attributes['TYPE'] === 'AUDIO' && attributes['GROUP-ID'] === group,
  );
}

/** Address of the sound with which a variant starts; `undefined` if the sound is inside the variant's own segments. */
export function defaultSound(text: string, { uri, attributes }: ListedVariant): string | undefined {
  const sounds = readSounds(text, attributes['AUDIO']);
  const address = (sounds.find(({ DEFAULT }) => DEFAULT === 'YES') ?? sounds[0])?.['URI'];
  return address === uri ? undefined : address;
}
