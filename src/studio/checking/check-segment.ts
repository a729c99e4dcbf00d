import type { ListedMedia, ListedSegment } from '../../../protocol/runtime/media/media-playlist.ts';
import { below } from '../../provider/catalog/loading/playlist-file.ts';
import { MediaFault } from '../../provider/catalog/loading/media-folder.ts';
import { readWebVtt } from '../../provider/catalog/loading/side-files.ts';
import type { TrackPart } from '../../provider/streams/mp4/fragments.ts';
import type { Track } from '../../provider/streams/mp4/tracks.ts';
import { AGAIN, type Findings } from './findings.ts';
import type { MediaReader, SeenSegment } from './media-reader.ts';
import type { TransportPart } from './transport-stream.ts';

/** Facts about a segment of a playlist. */
export interface CheckedSegment {
  readonly file: string;
  readonly segment: ListedSegment;
  readonly tracks: readonly Track[];
  /** The segment is missing, damaged or cut off: checks against its neighbours skip it. */
  readonly isUnknown: boolean;
  readonly parts: readonly (TrackPart | TransportPart)[];
  /** Track whose times stand for the segment: the video track, else the first track. */
  readonly lead: TrackPart | undefined;
  readonly picture: TrackPart | undefined;
}

/** Facts about a segment that is missing or not checked. */
export const uncheckedSegment = (segment: ListedSegment): CheckedSegment => ({
  file: segment.uri,
  segment,
  tracks: [],
  isUnknown: true,
  parts: [],
  lead: undefined,
  picture: undefined,
});

interface SegmentContext {
  readonly reference: string;
  readonly playlist: ListedMedia;
  readonly reader: MediaReader;
  readonly findings: Findings;
  /** Segments may be parts of other segments, such as single key frames for trick play. */
  readonly mayBeParts: boolean;
  /** Segments are WebVTT. */
  readonly isText: boolean;
}

/** Reads a segment, and reports faults that need no comparison with other segments. */
export async function checkSegment(segment: ListedSegment, context: SegmentContext): Promise<CheckedSegment> {
  const { reference, playlist, reader, findings, mayBeParts, isText } = context;
  const nothing = uncheckedSegment(segment);
  try {
    const path = below(reference, segment.uri);
    const init = segment.map && below(reference, segment.map.uri);
    if (path === undefined) return nothing;
    const file = `media/${path}`;
    const named = init === undefined ? [] : await reader.tracks(init, segment.map?.range);
    const isEncrypted = segment.key !== undefined;
    if (init !== undefined && named.length === 0 && !isEncrypted)
      findings.add('init', `media/${init}`, `is no init segment: it describes no track. ${AGAIN}`);
    // Text without an init segment is plain WebVTT; text in fragmented MP4 has an init segment.
    if (isText && init === undefined) {
      await readWebVtt(path, reader.folder);
      return nothing;
    }
    const seen = await reader.segment(path, segment.range, named);
    const unknown = { ...nothing, file, tracks: named };
    if (seen.isCutOff && !mayBeParts) {
      findings.add('cut', file, `is cut off. ${AGAIN}`);
      return unknown;
    }
    if (isEncrypted) return unknown;
    const damage = mayBeParts ? undefined : damageOf(seen, segment === playlist.segments.at(-1));
    if (damage !== undefined) {
      findings.add('damage', file, `is damaged: ${damage}. ${AGAIN}`);
      return unknown;
    }
    const parts = seen.parts ?? [];
    const picture = parts.find(({ track }) => track.kind === 'video');
    const tracks = named.length > 0 ? named : parts.map(({ track }) => track);
    if (seen.parts?.length === 0 && !seen.isCutOff)
      findings.add('nothing', file, `holds nothing that can be played. ${AGAIN}`);
    return { file, segment, tracks, isUnknown: false, parts, picture, lead: picture ?? parts[0] };
  } catch (error) {
    if (!(error instanceof MediaFault)) throw error;
    // While a live stream runs, its encoder may remove segments during the check.
    if (playlist.isFinished) findings.add('missing', `media/${reference}`, `${error.message}. ${AGAIN}`, error.message);
    return nothing;
  }
}

const NAMES: Readonly<Record<Track['kind'], string>> = { video: 'picture', sound: 'sound', other: 'other data' };

/** Tracks need not end together: in the last segment, a track may be absent. */
function damageOf({ damage, absent }: SeenSegment, isLast: boolean): string | undefined {
  const [first] = absent;
  if (damage !== undefined || first === undefined || isLast) return damage;
  return `it names ${NAMES[first]}, and holds none of it`;
}
