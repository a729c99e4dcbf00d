/** A media playlist as a check reads it: with byte ranges, and what it claims. */
export interface StreamPlaylist {
  readonly segments: readonly StreamSegment[];
  readonly targetSeconds: number;
  readonly isFinished: boolean;
  readonly claimsIndependence: boolean;
  readonly isEncrypted: boolean;
}

export interface StreamSegment {
  readonly uri: string;
  readonly durationSeconds: number;
  /** Absent: the whole file. */
  readonly range?: ByteRange;
  readonly init?: { readonly uri: string; readonly range?: ByteRange };
  /** Its times have nothing to do with those of the one before. */
  readonly isDiscontinuous: boolean;
}

export interface ByteRange {
  readonly start: number;
  readonly length: number;
}

export const INDEPENDENT = /^#EXT-X-INDEPENDENT-SEGMENTS\s*$/m;

export function readStreamPlaylist(text: string): StreamPlaylist {
  const segments: StreamSegment[] = [];
  let [init, next]: [StreamSegment['init'] | undefined, Partial<StreamSegment>] = [undefined, {}];
  for (const line of text.split(/\r?\n/)) {
    const duration = /^#EXTINF:([\d.]+)/.exec(line)?.[1];
    if (duration !== undefined) next = { ...next, durationSeconds: Number(duration) };
    else if (line.startsWith('#EXT-X-DISCONTINUITY') && !line.includes('SEQUENCE'))
      next = { ...next, isDiscontinuous: true };
    else if (line.startsWith('#EXT-X-BYTERANGE:')) next = { ...next, ...rangeOf(line.slice(17), segments.at(-1)) };
    else if (line.startsWith('#EXT-X-MAP:')) init = initOf(line);
    else if (line.trim() !== '' && !line.startsWith('#')) {
      const map = init === undefined ? {} : { init };
      segments.push({ durationSeconds: 0, isDiscontinuous: false, ...next, ...map, uri: line.trim() });
      next = {};
    }
  }
  return {
    segments,
    targetSeconds: Number(/^#EXT-X-TARGETDURATION:(\d+)/m.exec(text)?.[1] ?? 0),
    isFinished: /^#EXT-X-ENDLIST\s*$/m.test(text),
    claimsIndependence: INDEPENDENT.test(text),
    isEncrypted: /^#EXT-X-KEY:(?!METHOD=NONE)/m.test(text),
  };
}

/** Without an offset it follows the one before. */
function rangeOf(text: string, before: StreamSegment | undefined): { range?: ByteRange } {
  const [, length, offset] = /^(\d+)(?:@(\d+))?/.exec(text) ?? [];
  if (length === undefined) return {};
  const following = before?.range === undefined ? 0 : before.range.start + before.range.length;
  return { range: { start: offset === undefined ? following : Number(offset), length: Number(length) } };
}

function initOf(line: string): StreamSegment['init'] | undefined {
  const uri = /\bURI="([^"]+)"/.exec(line)?.[1];
  const range = /\bBYTERANGE="([^"]+)"/.exec(line)?.[1];
  return uri === undefined ? undefined : { uri, ...(range === undefined ? {} : rangeOf(range, undefined)) };
}
