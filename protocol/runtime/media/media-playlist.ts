import { readAttributes, readRange } from './playlist-lines.ts';

/** Places of the media that an HLS media playlist names. Addresses are as written in it. */
export interface ListedMedia {
  /** Initialisation segment, if there is one. */
  readonly mapUri?: string | undefined;
  /** Bytes of that file, `first-last`; absent for all of it. */
  readonly mapRange?: string | undefined;
  readonly segments: readonly ListedSegment[];
}

export interface ListedSegment {
  readonly uri: string;
  readonly durationSeconds: number;
  /** Bytes of that file, `first-last`; absent for all of it. */
  readonly range?: string;
}

export function readMediaPlaylist(text: string): ListedMedia {
  const segments: ListedSegment[] = [];
  let durationSeconds = 0;
  let [own, before]: (string | undefined)[] = [];
  for (const line of text.split(/\r?\n/)) {
    durationSeconds = Number(/^#EXTINF:\s*([\d.]+)/.exec(line)?.[1] ?? durationSeconds);
    if (line.startsWith('#EXT-X-BYTERANGE:')) before = own = readRange(line, before);
    if (line === '' || line.startsWith('#')) continue;
    segments.push({ uri: line, durationSeconds, ...(own && { range: own }) });
    own = undefined;
  }
  const { URI: mapUri, BYTERANGE = '' } = readAttributes(/^#EXT-X-MAP:.*/m.exec(text)?.[0] ?? '');
  return { mapUri, mapRange: readRange(BYTERANGE), segments };
}

/** Names a part of a file: the address, and after `#` its bytes. Requests leave out what comes after `#`. */
export function partAddress(url: string, range: string | undefined): string {
  return range === undefined ? url : `${url}#${range}`;
}

/** How a request asks for such a part. */
export function partRequest(address: string): { headers?: { Range: string } } {
  const [, range] = address.split('#');
  return range === undefined ? {} : { headers: { Range: `bytes=${range}` } };
}

/** Whether a response has that part; a server without ranges sends the whole file. */
export function isPart(address: string, { ok, status }: { readonly ok: boolean; readonly status: number }): boolean {
  return ok && address.includes('#') === (status === 206);
}

/** Every segment begins with a key frame. */
export const INDEPENDENT = '#EXT-X-INDEPENDENT-SEGMENTS';

/** A tag of ours in inlined playlists, which clients ignore: media time of the first segment, seconds, and where its init is. */
export const FIRST_SEGMENT_TAG = '#EXT-X-ORIEL-FIRST';

/** End of that tag where segments are MPEG-TS that the media worker understands, and have no init segment. */
export const INSIDE_TRANSPORT = ',INIT=TS';

/** Live playlists whose start follows other rules than a distance from the end: parts, a stated distance, keys. */
export const UNUSUAL_LIVE = /#EXT-X-(?:START|SERVER-CONTROL|PART|SKIP|GAP|DEFINE|KEY:METHOD=(?!NONE))/;

/** Playlists that a plain append loop cannot play; the engine can. */
export const ONLY_FOR_ENGINE =
  /#EXT-X-(?:KEY:METHOD=(?!NONE)|DISCONTINUITY\b|MAP[^]*#EXT-X-MAP|GAP|DEFINE|PART|SESSION-KEY|I-FRAMES|SKIP|START|CONTENT)/;
