import { INDEPENDENT, type ListedSegment } from '../../../../protocol/runtime/media/media-playlist.ts';
import { readAttributes, readRange } from '../../../../protocol/runtime/media/playlist-lines.ts';
import { isEncrypted, isFinished } from '../../../provider/streams/media-playlist.ts';

/** A media playlist as a check reads it: with what it claims, and what holds from one segment on. */
export interface StreamPlaylist {
  readonly segments: readonly StreamSegment[];
  readonly targetSeconds: number;
  readonly isFinished: boolean;
  readonly claimsIndependence: boolean;
  readonly isEncrypted: boolean;
}

export interface StreamSegment extends Omit<ListedSegment, 'range'> {
  readonly range?: string | undefined;
  readonly init?: { readonly uri: string; readonly range: string | undefined };
  /** Its times have nothing to do with those of the one before. */
  readonly isDiscontinuous: boolean;
  /** Whether it is a gap (`EXT-X-GAP`): there need be no file. */
  readonly isMissing: boolean;
}

export function readStreamPlaylist(text: string): StreamPlaylist {
  const segments: StreamSegment[] = [];
  let [map, next]: [Pick<StreamSegment, 'init'>, Partial<StreamSegment>] = [{}, {}];
  for (const line of text.split(/\r?\n/)) {
    const duration = /^#EXTINF: *([\d.]+)/.exec(line)?.[1];
    if (duration !== undefined) next = { ...next, durationSeconds: Number(duration) };
    else if (line.startsWith('#EXT-X-DISCONTINUITY') && !line.includes('SEQUENCE'))
      next = { ...next, isDiscontinuous: true };
    else if (line.startsWith('#EXT-X-GAP')) next = { ...next, isMissing: true };
    else if (line.startsWith('#EXT-X-BYTERANGE:')) next = { ...next, range: readRange(line, segments.at(-1)?.range) };
    else if (line.startsWith('#EXT-X-MAP:')) {
      const { URI: uri, BYTERANGE = '' } = readAttributes(line);
      map = uri === undefined ? {} : { init: { uri, range: readRange(BYTERANGE) } };
    } else if (line.trim() !== '' && !line.startsWith('#')) {
      segments.push({
        durationSeconds: 0,
        isDiscontinuous: false,
        isMissing: false,
        ...next,
        ...map,
        uri: line.trim(),
      });
      next = {};
    }
  }
  return {
    segments,
    targetSeconds: Number(/^#EXT-X-TARGETDURATION:(\d+)/m.exec(text)?.[1] ?? 0),
    isFinished: isFinished(text),
    claimsIndependence: text.includes(INDEPENDENT),
    isEncrypted: isEncrypted(text),
  };
}
