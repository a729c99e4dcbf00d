import { FIRST_SEGMENT_TAG, INDEPENDENT, INSIDE_TRANSPORT } from '../../../../protocol/runtime/media/media-playlist.ts';
import { readSounds } from '../../../../protocol/runtime/media/multivariant-playlist.ts';
import { readAttributes } from '../../../../protocol/runtime/media/playlist-lines.ts';
import { isMultivariant } from '../../streams/multivariant-playlist.ts';
import { mediaAddress } from '../media-address.ts';
import type { Ladder, Rendition } from './ladder.ts';
import type { RenditionFacts } from './rendition-facts.ts';

/** Past this, the larger page would cost more than the saved requests. */
const INLINE_MAX_CHARACTERS = 65_536;

/** Facts about renditions, by reference. */
export type KnownRenditions = ReadonlyMap<string, RenditionFacts>;

/**
 * A multivariant playlist with the playlists of its video and audio renditions, by address, to be inlined into the page: the first
 * frame then needs no request for them. They are completed by data of the segments. Subtitles are omitted: the first frame does not
 * need them. `undefined` for a growing stream, whose playlists would be out of date on arrival.
 */
export function inlinePlaylists(
  ladder: Ladder,
  first: readonly Rendition[],
  known: KnownRenditions,
): Record<string, string> | undefined {
  if (!ladder.isFinished) return undefined;
  const address = mediaAddress(ladder.reference);
  if (!isMultivariant(ladder.text))
    return ladder.text.length > INLINE_MAX_CHARACTERS
      ? undefined
      : onePlaylist(address, ladder.text, known.get(ladder.reference));
  const isMarked = ladder.text.includes(INDEPENDENT);
  const areIndependent = first.every(({ reference }) => known.get(reference)?.areIndependent !== false);
  const master = withCodecs(ladder, known);
  const inlined = { [address]: areIndependent ? master : unmarked(master) };
  let characters = ladder.text.length;
  // Playlists that the first frame needs come first, if there is no room for all.
  const needed = new Set(first.map(({ uri }) => uri));
  for (const { reference, text, uri } of [...first, ...ladder.renditions.filter(({ uri: one }) => !needed.has(one))]) {
    characters += text.length;
    if (characters > INLINE_MAX_CHARACTERS) break;
    inlined[mediaAddress(reference)] = needed.has(uri) ? completed(text, isMarked, known.get(reference)) : text;
  }
  // The file on disk still names missing renditions, so the page has to inline the corrected playlist.
  return Object.keys(inlined).length > 1 || !ladder.isWhole ? inlined : undefined;
}

/** Adds facts of the segments to a playlist: whether they begin with key frames, where the first starts, and its init segment. */
function completed(text: string, isMarked: boolean, facts: RenditionFacts | undefined): string {
  if (facts === undefined) return text;
  const { startSeconds, init, areIndependent, isTransport } = facts;
  const place = init === undefined ? 'INSIDE' : 'MAP';
  const isOrdinary = startSeconds === 0 && init !== undefined;
  const added = [
    ...(areIndependent && !isMarked && !text.includes(INDEPENDENT) ? [INDEPENDENT] : []),
    ...(isOrdinary
      ? []
      : [`${FIRST_SEGMENT_TAG}:SECONDS=${startSeconds}${isTransport ? INSIDE_TRANSPORT : `,INIT=${place}`}`]),
  ];
  const kept = areIndependent ? text : unmarked(text);
  return added.length === 0 ? kept : kept.replace(/^#EXTM3U.*\n/, (start) => `${start}${added.join('\n')}\n`);
}

/** Removes the tag for segments that begin with key frames, because these segments do not. */
const unmarked = (text: string): string => text.replace(new RegExp(`^${INDEPENDENT}\\s*\n`, 'gm'), '');

/** A single media playlist becomes the only level of a multivariant one, if its codecs are known. */
function onePlaylist(address: string, text: string, facts: RenditionFacts | undefined): Record<string, string> {
  if (facts === undefined) return { [address]: text };
  // Both addresses name the same file: the fragment behind `#` tells them apart, and is not sent.
  const name = `${address.slice(address.lastIndexOf('/') + 1)}#media`;
  const attributes = [`BANDWIDTH=${facts.bitrate}`, ...resolutionOf(facts), `CODECS="${codecsOf(facts).join(',')}"`];
  return {
    [address]: ['#EXTM3U', `#EXT-X-STREAM-INF:${attributes.join(',')}`, name, ''].join('\n'),
    [`${address}#media`]: completed(text, false, facts),
  };
}

function codecsOf(facts: RenditionFacts): string[] {
  return [facts.videoCodec, facts.audioCodec].filter((codec) => codec !== undefined);
}

function resolutionOf({ width, height }: RenditionFacts): string[] {
  return width > 0 ? [`RESOLUTION=${width}x${height}`] : [];
}

/** Adds the codecs and the picture size to levels that lack them. */
function withCodecs({ text, renditions }: Ladder, known: KnownRenditions): string {
  const lines = text.split(/\r?\n/);
  const factsOf = (uri: string | undefined): RenditionFacts | undefined =>
    known.get(renditions.find((rendition) => rendition.uri === uri)?.reference ?? '');
  return lines
    .map((line, index) => {
      const facts = line.startsWith('#EXT-X-STREAM-INF:') ? factsOf(lines[index + 1]?.trim()) : undefined;
      if (facts === undefined) return line;
      const attributes = readAttributes(line);
      const sound = factsOf(readSounds(text, attributes['AUDIO'])[0]?.['URI'])?.audioCodec;
      const codecs = [...new Set([...codecsOf(facts), ...(sound === undefined ? [] : [sound])])];
      const added = [
        ...(attributes['RESOLUTION'] === undefined ? resolutionOf(facts) : []),
        ...(attributes['CODECS'] === undefined ? [`CODECS="${codecs.join(',')}"`] : []),
      ];
      return [line.trimEnd(), ...added].join(',');
    })
    .join('\n');
}
