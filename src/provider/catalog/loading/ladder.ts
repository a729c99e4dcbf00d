import type { ListedMedia } from '../../../../protocol/runtime/media/media-playlist.ts';
import { loopSeconds } from '../../streams/media-playlist.ts';
import {
  isMultivariant,
  renditionsIn,
  withoutRenditions,
  type NamedRendition,
} from '../../streams/multivariant-playlist.ts';
import { withVariables, type Variables } from '../../streams/playlist-variables.ts';
import { MediaFault, type MediaFolder } from './media-folder.ts';
import {
  below,
  foldersOf,
  isPlaylist,
  PathOutsideMedia,
  lookAt,
  readPlaylist,
  type SeenPlaylist,
} from './playlist-file.ts';

/** A media playlist of a ladder, with its text. */
export interface Rendition {
  /** Address as written in the multivariant playlist. */
  readonly uri: string;
  readonly kind: NamedRendition['kind'];
  readonly reference: string;
  readonly text: string;
  /** The parsed text, once: a playlist may name hundreds of thousands of segments. */
  readonly listed: ListedMedia;
}

/** An HLS stream whose playlists have been read. */
export interface Ladder {
  readonly reference: string;
  /** The playlist that the description names, without skipped renditions. */
  readonly text: string;
  /** The parsed text, if it is a media playlist. */
  readonly listed?: ListedMedia;
  /** Video and audio renditions; empty if the description names a media playlist. */
  readonly renditions: readonly Rendition[];
  readonly isWhole: boolean;
  /** Folders below `media/` of every file that playback may request. */
  readonly folders: readonly string[];
  /** Renditions that are skipped, or broken without a replacement; a sentence each. */
  readonly remarks: readonly string[];
  /** False while an encoder may still add segments. */
  readonly isFinished: boolean;
  /** Length of a finished stream whose playlists are local. */
  readonly lengthSeconds?: number;
}

/**
 * Reads the playlists of a stream. A missing one is skipped, and so is a broken one while there is a valid one of its
 * kind. A stream without a usable playlist, and a playlist that names something outside of `media/`, is a {@link MediaFault}.
 */
export async function readLadder(reference: string, media: MediaFolder): Promise<Ladder> {
  const { text, variables } = withVariables(await readPlaylist(reference, media));
  if (!isMultivariant(text)) return onePlaylist(reference, text, media);
  const named = renditionsIn(text).toSorted((one, other) => rank(one) - rank(other));
  const { found, leftOut } = await findRenditions({ reference, named, variables }, media);
  if (named.every(({ uri, kind }) => kind !== 'variant' || leftOut.has(uri)))
    throw new MediaFault(
      leftOut.size === 0
        ? `media/${reference} names no playlist of a quality: each #EXT-X-STREAM-INF needs its address in the next line`
        : `none of its playlists can be used: ${[...leftOut.values()].join('; ')}`,
    );
  const renditions = found.filter(({ kind }) => kind === 'variant' || kind === 'audio');
  const leftOutRemarks = [...leftOut.values()].map((reason) => `a rendition is left out: ${reason}`);
  return {
    reference,
    text: leftOut.size === 0 ? text : withoutRenditions(text, new Set(leftOut.keys())),
    renditions,
    isWhole: leftOut.size === 0,
    folders: joined(foldersOf([reference]), ...found.map((one) => [...foldersOf([one.reference]), ...one.folders])),
    remarks: [...leftOutRemarks, ...found.flatMap(brokenRemark)],
    ...extent(renditions),
  };
}

interface NamedRenditions {
  readonly reference: string;
  readonly named: readonly NamedRendition[];
  /** Variables of the playlist that names them. */
  readonly variables: Variables;
}

/** The usable renditions, and the faults of the others, by address. */
async function findRenditions({ reference, named, variables }: NamedRenditions, media: MediaFolder) {
  const found: Found[] = [];
  const leftOut = new Map<string, string>();
  for (const { uri, kind } of named) {
    const path = below(reference, uri);
    if (path === undefined) continue;
    try {
      const { text } = withVariables(await media.readText(path), variables);
      if (isMultivariant(text)) throw new MediaFault(`media/${path} names playlists, where segments should be`);
      found.push({ uri, kind, reference: path, text, ...(await lookAt(path, text, media)) });
    } catch (error) {
      if (!(error instanceof MediaFault) || error instanceof PathOutsideMedia) throw error;
      leftOut.set(uri, error.message);
    }
  }
  const whole = new Set(found.filter(({ fault }) => fault === undefined).map(({ kind }) => kind));
  for (const { uri, kind, fault } of found) if (fault !== undefined && whole.has(kind)) leftOut.set(uri, fault);
  return { found: found.filter(({ uri }) => !leftOut.has(uri)), leftOut };
}

/** A rendition and the checked facts of its files. */
type Found = Rendition & SeenPlaylist;

function brokenRemark({ fault }: Pick<Found, 'fault'>): string[] {
  return fault === undefined ? [] : [`will not play as it should: ${fault}`];
}

/** Video first: it determines the length of the stream. */
function rank({ kind }: NamedRendition): number {
  return kind === 'variant' ? 0 : 1;
}

async function onePlaylist(reference: string, text: string, media: MediaFolder): Promise<Ladder> {
  const { folders, fault, listed } = await lookAt(reference, text, media);
  return {
    reference,
    text,
    listed,
    renditions: [],
    isWhole: true,
    folders: joined(foldersOf([reference]), folders),
    remarks: brokenRemark({ fault }),
    ...extent([{ text, listed }]),
  };
}

function joined(...folders: readonly (readonly string[])[]): string[] {
  return [...new Set(folders.flat())];
}

function extent(
  renditions: readonly Pick<Rendition, 'text' | 'listed'>[],
): Pick<Ladder, 'isFinished' | 'lengthSeconds'> {
  const playlists = renditions.filter(({ text }) => isPlaylist(text));
  const [first] = playlists;
  // If all renditions are external, only the description has the length.
  if (first === undefined) return { isFinished: true };
  if (!playlists.every(({ listed }) => listed.isFinished)) return { isFinished: false };
  // Sound may last longer than its pictures: the stream ends with the longer of them.
  const lengthSeconds = playlists.reduce((longest, { listed }) => Math.max(longest, loopSeconds(listed)), 0);
  return lengthSeconds > 0 ? { isFinished: true, lengthSeconds } : { isFinished: true };
}
