import { readAttributes, readRange, type Attributes } from './playlist-lines.ts';

/** A file that a playlist names, or a part of it. */
export interface ListedPart {
  /** Address as written in the playlist. */
  readonly uri: string;
  /** Bytes of that file, `first-last`; absent for the whole file. */
  readonly range?: string | undefined;
}

export interface ListedSegment extends ListedPart {
  readonly durationSeconds: number;
  /** Init segment, if there is one: all segments of one init segment have the same object. */
  readonly map?: ListedPart | undefined;
  /** Key of an encrypted segment; absent for `METHOD=NONE`. */
  readonly key?: Attributes | undefined;
  /** Times of this segment do not continue those of the segment before. */
  readonly isDiscontinuous?: true;
  /** A gap: the file may be missing. */
  readonly isMissing?: true;
}

/** An HLS media playlist, read by the rules of hls.js. */
export interface ListedMedia {
  readonly segments: readonly ListedSegment[];
  /** Number of the first segment. */
  readonly firstNumber: number;
  readonly targetSeconds: number;
  /** Whether the playlist has its last segment. */
  readonly isFinished: boolean;
}

/** A tag with its value, or an address. */
const LINE = /^ *(?:#EXT(?:-X-)?([A-Z-]+):?(.*)|([^#\s].*))/gm;

/** The next segment, as far as its tags have been read. */
type NextSegment = { -readonly [Field in keyof ListedSegment]?: ListedSegment[Field] };

/**
 * Reads a playlist that is not {@link ONLY_FOR_ENGINE}, without the tags that such a playlist cannot have: this function is loaded
 * before the first frame. `readTag` is called after each tag, and without an argument after each address.
 */
export function readPlainPlaylist(
  text: string,
  readTag?: (next: NextSegment, tag: string | undefined, value: string) => void,
): Pick<ListedMedia, 'segments' | 'isFinished'> {
  const segments: ListedSegment[] = [];
  let isFinished = false;
  let next: NextSegment = {};
  for (const [, tag, value = '', uri] of text.matchAll(LINE)) {
    if (tag === 'INF') next.durationSeconds = Number.parseFloat(value);
    else if (tag === 'BYTERANGE') next.range = readRange(value, segments.at(-1)?.range);
    else if (tag === 'ENDLIST') isFinished = true;
    else if (tag === 'MAP') {
      const { URI, BYTERANGE } = readAttributes(value);
      if (URI) next.map = { uri: URI, range: readRange(BYTERANGE) };
    } else if (uri) {
      segments.push({ durationSeconds: 0, ...next, uri: uri.trim() });
      next = { map: next.map };
    }
    readTag?.(next, tag, value);
  }
  return { segments, isFinished };
}

/** Names a part of a file: the address, and the byte range after `#`. Requests omit the fragment. */
export function partAddress(url: string, range: string | undefined): string {
  return range === undefined ? url : `${url}#${range}`;
}

/** Options of a request for the part of a file that {@link partAddress} names. */
export function partRequest(address: string): { headers?: { Range: string } } {
  const [, range] = address.split('#');
  return range === undefined ? {} : { headers: { Range: `bytes=${range}` } };
}

/** Whether a response has exactly the part that `address` names; a server without ranges sends the whole file. */
export function isPart(address: string, { ok, status }: { readonly ok: boolean; readonly status: number }): boolean {
  return ok && address.includes('#') === (status === 206);
}

/** Every segment begins with a key frame. */
export const INDEPENDENT = '#EXT-X-INDEPENDENT-SEGMENTS';

/** The provider's own tag in inlined playlists, which other clients ignore: media time of the first segment, seconds, and its init. */
export const FIRST_SEGMENT_TAG = '#EXT-X-ORIEL-FIRST';

/** End of {@link FIRST_SEGMENT_TAG} for MPEG-TS that the media worker can read, whose segments have no init segment. */
export const INSIDE_TRANSPORT = ',INIT=TS';

/** Live playlists whose start follows other rules than a distance from the end: parts, a stated distance, keys. */
export const UNUSUAL_LIVE = /#EXT-X-(?:START|SERVER-CONTROL|PART|SKIP|GAP|DEFINE|KEY:METHOD=(?!NONE))/;

/** Playlists that a plain append loop cannot play; the engine can. */
export const ONLY_FOR_ENGINE =
  /#EXT-X-(?:KEY:METHOD=(?!NONE)|DISCONTINUITY\b|MAP[^]*#EXT-X-MAP|GAP|DEFINE|PART|SESSION-KEY|I-FRAMES|SKIP|START|CONTENT)/;
