import { readSounds, readVariants, type ListedVariant } from '../../../protocol/runtime/media/multivariant-playlist.ts';
import type { SeenRendition } from './check-rendition.ts';
import type { Track } from '../../provider/streams/mp4/tracks.ts';

interface Fault {
  readonly kind: string;
  readonly text: string;
}

/** Codecs and sizes in a multivariant playlist that differ from those of its segments; browsers refuse such a video. */
export function codecFaults(text: string, seen: ReadonlyMap<string, SeenRendition>): Fault[] {
  return readVariants(text).flatMap((variant) => {
    const own = seen.get(variant.uri)?.tracks ?? [];
    if (own.length === 0) return [];
    const sounds = soundsOf(text, variant, seen);
    return [...codecFault(variant, [...own, ...(sounds ?? [])], sounds !== null), ...sizeFault(variant, own)];
  });
}

/** Tracks of a variant's audio group; `null` if the tracks of some rendition in the group are unknown. */
function soundsOf(
  text: string,
  { attributes }: ListedVariant,
  seen: ReadonlyMap<string, SeenRendition>,
): Track[] | null {
  const uris = readSounds(text, attributes['AUDIO']).flatMap(({ URI }) => URI ?? []);
  const found = uris.map((uri) => seen.get(uri)?.tracks);
  return found.some((tracks) => tracks === undefined || tracks.length === 0)
    ? null
    : found.flatMap((tracks) => tracks ?? []);
}

/** @param areAllSeen Whether all segments were checked; otherwise a declared codec may be in an unchecked segment. */
function codecFault({ uri, attributes }: ListedVariant, tracks: readonly Track[], areAllSeen: boolean): Fault[] {
  const declared = attributes['CODECS']?.split(',').map((codec) => codec.trim());
  const actual = [...new Set(tracks.filter(({ kind }) => kind !== 'other').map(({ codec }) => codec))];
  const isWhole = actual.every((codec) => codec.includes('.') || CODECS_WITHOUT_PROFILE.test(codec));
  if (declared === undefined)
    return [
      {
        kind: 'codecs',
        text: `names no CODECS for ${uri}, so that players have to load it to know. ${
          isWhole ? `Add CODECS="${actual.join(',')}"` : 'Package it with a tool that writes them'
        }`,
      },
    ];
  const missing = actual.filter((codec) => !declared.some((name) => isSame(name, codec)));
  const extra = declared.filter((name) => KNOWN.test(name) && !actual.some((codec) => isSame(name, codec)));
  const wrong = [
    ...(missing.length > 0 ? [`its segments have ${missing.join(' and ')}`] : []),
    ...(areAllSeen && extra.length > 0 ? [`they have no ${extra.join(' or ')}`] : []),
  ];
  if (wrong.length === 0) return [];
  return [
    {
      kind: 'codecs',
      text: `says CODECS="${declared.join(',')}" of ${uri}, but ${wrong.join(', and ')}. ${isWhole && areAllSeen ? `Write CODECS="${actual.join(',')}"` : 'Write what they have'}`,
    },
  ];
}

const KNOWN = /^(?:avc|hvc|hev|av01|vp09|mp4a|opus|flac|fLaC|Opus|ac-3|ec-3)/;

/** Codecs whose name has no profile and level. */
const CODECS_WITHOUT_PROFILE = /^(?:opus|flac|ac-3|ec-3)$/i;

/** Compares profile and level of H.264, not the constraint flags between them, which differ by packager; else only the codec. */
function isSame(declared: string, actual: string): boolean {
  const [[kind = '', detail], [actualKind = '', actualDetail]] = [
    declared.toLowerCase().split('.'),
    actual.toLowerCase().split('.'),
  ];
  if (kind !== actualKind) return false;
  if (!kind.startsWith('avc') || actualDetail === undefined || detail?.length !== actualDetail.length) return true;
  return detail.slice(0, 2) === actualDetail.slice(0, 2) && detail.slice(4) === actualDetail.slice(4);
}

function sizeFault({ uri, attributes }: ListedVariant, tracks: readonly Track[]): Fault[] {
  const declared = attributes['RESOLUTION'];
  const pictures = tracks.filter(({ width }) => width > 0);
  const picture = pictures[0];
  // Packagers write either the coded size of the pictures or their display size.
  const isSeen = pictures.some((one) => [one, one.shown].some((size) => size && declared === sizeName(size)));
  if (declared === undefined || picture === undefined || isSeen) return [];
  return [
    {
      kind: 'size',
      text: `says RESOLUTION=${declared} of ${uri}, which is ${sizeName(picture.shown ?? picture)}. Write that`,
    },
  ];
}

const sizeName = ({ width, height }: { readonly width: number; readonly height: number }): string =>
  `${width}x${height}`;
