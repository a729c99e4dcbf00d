import { mediaTarget } from '../media-target.ts';
import { isFinished, loopSeconds, readMediaPlaylist } from '../../media/media-playlist.ts';
import {
  isMultivariant,
  renditionsIn,
  withoutRenditions,
  type NamedRendition,
} from '../../media/multivariant-playlist.ts';
import { MediaFault, type MediaFolder } from './media-folder.ts';

/** A media playlist of a ladder, with its text. */
export interface Rendition {
  /** As the multivariant playlist writes it. */
  readonly uri: string;
  readonly kind: NamedRendition['kind'];
  readonly reference: string;
  readonly text: string;
}

/** An HLS stream whose playlists have been read. */
export interface Ladder {
  readonly reference: string;
  /** The playlist that the description names, without the renditions that are left out. */
  readonly text: string;
  /** Video and sound; none where the description names a media playlist. */
  readonly renditions: readonly Rendition[];
  readonly isWhole: boolean;
  /** Every file below `media/` that its playing may ask for. */
  readonly files: readonly string[];
  /** What is left out, and what is broken and has nothing to take its place; a sentence each. */
  readonly remarks: readonly string[];
  /** False while an encoder may still add to it. */
  readonly isFinished: boolean;
  /** Of a finished stream whose playlists are here. */
  readonly lengthSeconds?: number;
}

/**
 * Reads the playlists of a stream. One that is not there is left out, and so is one that is broken while there is a
 * whole one of its kind. A stream without any, and a playlist that names something outside of `media/`, is a
 * {@link MediaFault}.
 */
export async function readLadder(reference: string, media: MediaFolder): Promise<Ladder> {
  const text = await readPlaylist(reference, media);
  if (!isMultivariant(text)) return onePlaylist(reference, text, media);
  const found: Found[] = [];
  const leftOut = new Map<string, string>();
  const named = renditionsIn(text).toSorted((one, other) => rank(one) - rank(other));
  for (const { uri, kind } of named) {
    const path = below(reference, uri);
    if (path === undefined) continue;
    try {
      const rendition = { uri, kind, reference: path, text: await media.readText(path) };
      found.push({ ...rendition, fault: await faultOf(path, rendition.text, media) });
    } catch (error) {
      if (!(error instanceof MediaFault) || error instanceof LeadsOut) throw error;
      leftOut.set(uri, error.message);
    }
  }
  const isReplaceable = ({ kind }: Found): boolean =>
    found.some((other) => other.kind === kind && other.fault === undefined);
  for (const rendition of found)
    if (rendition.fault !== undefined && isReplaceable(rendition)) leftOut.set(rendition.uri, rendition.fault);
  if (named.every(({ uri, kind }) => kind !== 'variant' || leftOut.has(uri)))
    throw new MediaFault(`none of its playlists can be used: ${[...leftOut.values()].join('; ')}`);
  const kept = found.filter(({ uri }) => !leftOut.has(uri));
  const renditions = kept.filter(({ kind }) => kind === 'variant' || kind === 'audio');
  return {
    reference,
    text: leftOut.size === 0 ? text : withoutRenditions(text, new Set(leftOut.keys())),
    renditions,
    isWhole: leftOut.size === 0,
    files: [
      reference,
      ...kept.flatMap((rendition) => [rendition.reference, ...partsOf(rendition.reference, rendition.text)]),
    ],
    remarks: [
      ...[...leftOut.values()].map((reason) => `a rendition is left out: ${reason}`),
      ...kept.flatMap(brokenRemark),
    ],
    ...extent(renditions.map((rendition) => rendition.text)),
  };
}

/** A rendition and what is wrong with what it names. */
interface Found extends Rendition {
  readonly fault: string | undefined;
}

function brokenRemark({ fault }: Pick<Found, 'fault'>): string[] {
  return fault === undefined ? [] : [`will not play as it should: ${fault}`];
}

/** Video first: it says how long the stream is. */
function rank({ kind }: NamedRendition): number {
  return kind === 'variant' ? 0 : 1;
}

/** A playlist that names something outside of `media/` is no oversight: nothing of its stream is used. */
class LeadsOut extends MediaFault {}

/** The file below `media/` that a playlist names; `undefined` for an address elsewhere. */
export function below(reference: string, uri: string): string | undefined {
  const target = mediaTarget(reference, uri);
  if (target.kind === 'outside') throw new LeadsOut(`media/${reference} names ${uri}, which is not below media/`);
  return target.kind === 'file' ? target.reference : undefined;
}

async function onePlaylist(reference: string, text: string, media: MediaFolder): Promise<Ladder> {
  const remarks = brokenRemark({ fault: await faultOf(reference, text, media) });
  const files = [reference, ...partsOf(reference, text)];
  return { reference, text, renditions: [], isWhole: true, files, remarks, ...extent([text]) };
}

async function readPlaylist(reference: string, media: MediaFolder): Promise<string> {
  if (/\.(?:mp4|m4v|m4a|mov|mkv|webm|mp3)$/i.test(reference)) {
    await media.check(reference);
    throw new MediaFault(`media/${reference} is a file and no HLS playlist: name it in sources.progressive`);
  }
  const text = await media.readText(reference);
  if (!isPlaylist(text)) throw new MediaFault(notAPlaylist(reference));
  return text;
}

/** What is wrong with a media playlist whose parts do not lead out: they may be on their way, so the film is kept. */
async function faultOf(reference: string, text: string, media: MediaFolder): Promise<string | undefined> {
  if (!isPlaylist(text)) return notAPlaylist(reference);
  const { mapUri, segments } = readMediaPlaylist(text);
  partsOf(reference, text);
  /** An encoder names and removes segments as it goes. */
  if (!isFinished(text)) return undefined;
  if (segments.length === 0) return `media/${reference} names no segments`;
  try {
    for (const uri of [mapUri, segments[0]?.uri]) {
      const part = uri === undefined ? undefined : below(reference, uri);
      if (part !== undefined) await media.check(part);
    }
    return undefined;
  } catch (error) {
    if (error instanceof MediaFault) return error.message;
    throw error;
  }
}

/** The files below `media/` that a media playlist names. Throws where it names something outside. */
function partsOf(reference: string, text: string): string[] {
  const { mapUri, segments } = readMediaPlaylist(text);
  return [...(mapUri === undefined ? [] : [mapUri]), ...segments.map(({ uri }) => uri)].flatMap(
    (uri) => below(reference, uri) ?? [],
  );
}

function isPlaylist(text: string): boolean {
  return text.startsWith('#EXTM3U');
}

function notAPlaylist(reference: string): string {
  return `media/${reference} is no HLS playlist: its first line is not #EXTM3U`;
}

function extent(texts: readonly string[]): Pick<Ladder, 'isFinished' | 'lengthSeconds'> {
  const playlists = texts.filter((text) => isPlaylist(text));
  const [first] = playlists;
  /** Where all of it is elsewhere nobody here knows better than the description. */
  if (first === undefined) return { isFinished: true };
  if (!playlists.every((text) => isFinished(text))) return { isFinished: false };
  const lengthSeconds = loopSeconds(readMediaPlaylist(first));
  return lengthSeconds > 0 ? { isFinished: true, lengthSeconds } : { isFinished: true };
}
