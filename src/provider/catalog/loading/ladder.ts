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
  /** The playlist that the description names, without renditions that are not there. */
  readonly text: string;
  /** Video and sound; none where the description names a media playlist. */
  readonly renditions: readonly Rendition[];
  /** Why renditions were left out, a sentence each. */
  readonly leftOut: readonly string[];
  /** False while an encoder may still add to it. */
  readonly isFinished: boolean;
  /** Of a finished stream whose playlists are here. */
  readonly lengthSeconds?: number;
}

/**
 * Reads the playlists of a stream. A rendition that cannot be used is left out; a stream without any, and a playlist
 * that names something outside of `media/`, is a {@link MediaFault}.
 */
export async function readLadder(reference: string, media: MediaFolder): Promise<Ladder> {
  const text = await readPlaylist(reference, media);
  if (!isMultivariant(text)) return onePlaylist(reference, text, media);
  const renditions: Rendition[] = [];
  const leftOut = new Map<string, string>();
  const named = renditionsIn(text).toSorted((one, other) => rank(one) - rank(other));
  for (const { uri, kind } of named) {
    const path = below(reference, uri);
    if (path === undefined) continue;
    try {
      const rendition = { uri, kind, reference: path, text: await readRendition(path, media) };
      if (kind === 'variant' || kind === 'audio') renditions.push(rendition);
    } catch (error) {
      if (!(error instanceof MediaFault) || error instanceof LeadsOut) throw error;
      leftOut.set(uri, error.message);
    }
  }
  const variants = named.filter(({ kind }) => kind === 'variant');
  if (variants.every(({ uri }) => leftOut.has(uri)))
    throw new MediaFault(`none of its playlists can be used: ${[...leftOut.values()].join('; ')}`);
  return {
    reference,
    text: leftOut.size === 0 ? text : withoutRenditions(text, new Set(leftOut.keys())),
    renditions,
    leftOut: [...leftOut.values()],
    ...extent(renditions.map((rendition) => rendition.text)),
  };
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
  await checkParts(reference, text, media);
  return { reference, text, renditions: [], leftOut: [], ...extent([text]) };
}

async function readRendition(reference: string, media: MediaFolder): Promise<string> {
  const text = await readPlaylist(reference, media);
  await checkParts(reference, text, media);
  return text;
}

async function readPlaylist(reference: string, media: MediaFolder): Promise<string> {
  if (/\.(?:mp4|m4v|m4a|mov|mkv|webm|mp3)$/i.test(reference)) {
    await media.check(reference);
    throw new MediaFault(`media/${reference} is a file and no HLS playlist: name it in sources.progressive`);
  }
  const text = await media.readText(reference);
  if (text.startsWith('#EXTM3U')) return text;
  throw new MediaFault(`media/${reference} is no HLS playlist: its first line is not #EXTM3U`);
}

/** Nothing leads out; and of a film, which stays as it is, the parts are there that a start needs first. */
async function checkParts(reference: string, text: string, media: MediaFolder): Promise<void> {
  const { mapUri, segments } = readMediaPlaylist(text);
  const parts = [mapUri, ...segments.map(({ uri }) => uri)].map((uri) => uri && below(reference, uri));
  if (!isFinished(text)) return;
  if (segments.length === 0) throw new MediaFault(`media/${reference} names no segments`);
  for (const part of parts.slice(0, 2)) if (part) await media.check(part);
}

function extent(texts: readonly string[]): Pick<Ladder, 'isFinished' | 'lengthSeconds'> {
  const [first] = texts;
  /** Where all of it is elsewhere nobody here knows better than the description. */
  if (first === undefined) return { isFinished: true };
  if (!texts.every((text) => isFinished(text))) return { isFinished: false };
  return { isFinished: true, lengthSeconds: loopSeconds(readMediaPlaylist(first)) };
}
