import { INDEPENDENT, type ListedMedia, type ListedSegment } from '../../../protocol/runtime/media/media-playlist.ts';
import { readMediaPlaylist } from '../../../protocol/runtime/media/read-media-playlist.ts';
import { MediaFault } from '../../provider/catalog/loading/media-folder.ts';
import { readWebVtt } from '../../provider/catalog/loading/side-files.ts';
import { below } from '../../provider/catalog/loading/playlist-file.ts';
import { AGAIN, AGAIN_ALL, type Findings } from './findings.ts';
import type { TrackPart } from '../../provider/streams/mp4/fragments.ts';
import type { MediaReader, SeenSegment } from './media-reader.ts';
import type { TransportPart } from './transport-stream.ts';
import { withVariables, type Variables } from '../../provider/streams/playlist-variables.ts';
import type { Track } from '../../provider/streams/mp4/tracks.ts';

/** Content of a media playlist and its segments. */
export interface SeenRendition {
  readonly reference: string;
  readonly tracks: readonly Track[];
  /** When each segment with pictures begins; `undefined` where that is not known. */
  readonly pictureStarts: readonly (number | undefined)[];
  readonly isFinished: boolean;
}

export interface RenditionClaims {
  /** The multivariant playlist says that every segment begins with a key frame. */
  readonly areIndependent: boolean;
  /** Segments may be parts of others, such as single pictures. */
  readonly mayBeParts: boolean;
  /** Segments are WebVTT. */
  readonly isText: boolean;
  /** Variables of the playlist above, which this one may import. */
  readonly variables: Variables;
}

/** Audio frames do not end where a playlist says, and numbers are rounded. */
const DURATION_TOLERANCE_SECONDS = 0.1;

/** Looks at every segment of a media playlist below `media/`. */
export async function checkRendition(
  reference: string,
  claims: RenditionClaims,
  reader: MediaReader,
  findings: Findings,
): Promise<SeenRendition> {
  const { text } = withVariables(await reader.folder.readText(reference), claims.variables);
  const playlist = readMediaPlaylist(text);
  const file = `media/${reference}`;
  const looked: Looked[] = [];
  const context = {
    ...{ reference, playlist, reader, findings },
    mayBeParts: claims.mayBeParts,
    isText: claims.isText,
  };
  for (const segment of playlist.segments)
    looked.push(segment.isMissing ? nothingOf(segment) : await look(segment, context));
  const seen = unwrapped(looked);
  if (playlist.isFinished && playlist.segments.length === 0) findings.add('empty', file, `names no segments. ${AGAIN}`);
  const longest = Math.max(0, ...playlist.segments.map(({ durationSeconds }) => Math.round(durationSeconds)));
  if (longest > playlist.targetSeconds)
    findings.add(
      'target',
      file,
      `says #EXT-X-TARGETDURATION:${playlist.targetSeconds}, but a segment is ${longest} s long. Write ${longest} there`,
    );
  checkKeyFrames(reference, seen, claims.areIndependent || text.includes(INDEPENDENT), findings);
  if (checkOrder(seen, findings)) {
    checkDurations(reference, seen, findings);
    if (playlist.isFinished && !claims.mayBeParts) checkEnds(seen, findings);
  }
  const hasPictures = seen.some(({ tracks }) => tracks.some(({ kind }) => kind === 'video'));
  return {
    reference,
    tracks: eachOnce(seen.flatMap(({ tracks }) => tracks)),
    pictureStarts: seen.flatMap(({ picture, tracks, isUnknown }) =>
      hasPictures && (isUnknown || tracks.some(({ kind }) => kind === 'video')) ? [picture?.startSeconds] : [],
    ),
    isFinished: playlist.isFinished,
  };
}

/** Tracks without repetitions: a playlist may change its init segment, and with it codecs and sizes. */
function eachOnce(tracks: readonly Track[]): Track[] {
  return [
    ...new Map(tracks.map((track) => [`${track.kind} ${track.codec} ${track.width}x${track.height}`, track])).values(),
  ];
}

/** Times of a transport stream begin again at 0 after some 26 hours: 33 bits of 90 kHz. */
const WRAP_SECONDS = 2 ** 33 / 90_000;

function unwrapped(looked: readonly Looked[]): Looked[] {
  let [offset, before] = [0, -Infinity];
  return looked.map((one) => {
    const { lead, picture, segment } = one;
    if (lead === undefined || segment.map !== undefined) return one;
    if (segment.isDiscontinuous) [offset, before] = [0, -Infinity];
    if (lead.startSeconds + offset < before - WRAP_SECONDS / 2) offset += WRAP_SECONDS;
    before = lead.startSeconds + offset;
    const shifted = <Part extends TrackPart>(part: Part): Part => ({
      ...part,
      startSeconds: part.startSeconds + offset,
      endSeconds: part.endSeconds + offset,
    });
    return { ...one, lead: shifted(lead), picture: picture && shifted(picture), parts: one.parts.map(shifted) };
  });
}

interface Looked {
  readonly file: string;
  readonly segment: ListedSegment;
  readonly tracks: readonly Track[];
  /** Missing, damaged or cut off: that its content is not as others expect is known already. */
  readonly isUnknown: boolean;
  readonly parts: readonly (TrackPart | TransportPart)[];
  /** Track whose times count: the picture, else the first one. */
  readonly lead: TrackPart | undefined;
  readonly picture: TrackPart | undefined;
}

/** Facts of a segment that is not checked, or missing. */
const nothingOf = (segment: ListedSegment): Looked => ({
  file: segment.uri,
  segment,
  tracks: [],
  isUnknown: true,
  parts: [],
  lead: undefined,
  picture: undefined,
});

interface LookContext extends Pick<RenditionClaims, 'mayBeParts' | 'isText'> {
  readonly reference: string;
  readonly playlist: ListedMedia;
  readonly reader: MediaReader;
  readonly findings: Findings;
}

async function look(segment: ListedSegment, context: LookContext): Promise<Looked> {
  const { reference, playlist, reader, findings, mayBeParts, isText } = context;
  const nothing = nothingOf(segment);
  try {
    const path = below(reference, segment.uri);
    const init = segment.map && below(reference, segment.map.uri);
    if (path === undefined) return nothing;
    const file = `media/${path}`;
    const named = init === undefined ? [] : await reader.tracks(init, segment.map?.range);
    const isEncrypted = segment.key !== undefined;
    if (init !== undefined && named.length === 0 && !isEncrypted)
      findings.add('init', `media/${init}`, `is no init segment: it describes no track. ${AGAIN}`);
    // In fragmented MP4, text has an init segment.
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
    // An encoder removes segments during the check.
    if (playlist.isFinished) findings.add('missing', `media/${reference}`, `${error.message}. ${AGAIN}`, error.message);
    return nothing;
  }
}

const NAMES: Readonly<Record<Track['kind'], string>> = { video: 'picture', sound: 'sound', other: 'other data' };

/** Tracks need not end together: one of them may have nothing in the last segment. */
function damageOf({ damage, absent }: SeenSegment, isLast: boolean): string | undefined {
  const [first] = absent;
  if (damage !== undefined || first === undefined || isLast) return damage;
  return `it names ${NAMES[first]}, and holds none of it`;
}

function checkKeyFrames(reference: string, seen: readonly Looked[], areClaimed: boolean, findings: Findings): void {
  for (const [index, { file, picture }] of seen.entries()) {
    if (picture === undefined || picture.beginsWithKeyFrame) continue;
    if (index === 0)
      findings.add(
        'first key frame',
        file,
        'is the first, and does not begin with a key frame: nothing shows before one comes. Encode it again (npm run add)',
      );
    else if (areClaimed)
      findings.add(
        'key frames',
        file,
        `does not begin with a key frame, though media/${reference} or what names it says #EXT-X-INDEPENDENT-SEGMENTS. Take that line out, or encode again (npm run add)`,
      );
  }
}

/** Segments whose times go back; the durations of a playlist in that order say nothing. */
function checkOrder(seen: readonly Looked[], findings: Findings): boolean {
  const early = seen.filter(({ lead, segment }, index) => {
    const before = seen[index - 1]?.lead;
    return (
      !segment.isDiscontinuous && before !== undefined && lead !== undefined && before.startSeconds > lead.startSeconds
    );
  });
  for (const { file, lead } of early)
    findings.add(
      'order',
      file,
      `begins at ${round(lead?.startSeconds ?? 0)} s, earlier than the segment in front of it: files were exchanged. ${AGAIN_ALL}`,
    );
  return early.length === 0;
}

/** Compares durations: from the beginning of a segment to the beginning of the next; of the last segment, to its end. */
function checkDurations(reference: string, seen: readonly Looked[], findings: Findings): void {
  for (const [index, { file, segment, lead }] of seen.entries()) {
    const next = seen[index + 1];
    if (lead === undefined || (next !== undefined && next.lead === undefined)) continue;
    const isFollowed = next?.lead !== undefined && !next.segment.isDiscontinuous;
    // A transport stream does not say when its last frame ends.
    if (!isFollowed && lead.endSeconds - lead.startSeconds <= 0) continue;
    const end = isFollowed && next.lead !== undefined ? next.lead.startSeconds : lead.endSeconds;
    const seconds = end - lead.startSeconds;
    if (!isFollowed && segment.map === undefined) continue;
    if (Math.abs(seconds - segment.durationSeconds) > DURATION_TOLERANCE_SECONDS)
      findings.add(
        'durations',
        file,
        `lasts ${round(seconds)} s, and media/${reference} says ${round(segment.durationSeconds)}. Write what it is there, or package the video again`,
      );
  }
}

/** Steps between frames that a segment may end before the next one begins; a varying rate pauses for longer. */
const END_STEPS_MAX = 3;
const END_TOLERANCE_SECONDS = 0.25;

/**
 * Segments of MPEG-TS that end early in all of their tracks: those were cut off between two packets. They do not say when their last
 * frame ends, so it counts how far apart frames are elsewhere in the stream.
 */
function checkEnds(seen: readonly Looked[], findings: Findings): void {
  const longest = new Map<string, number>();
  for (const { track, longestStepSeconds } of seen.flatMap(({ parts }) => parts.filter(isTransportPart)))
    longest.set(track.kind, Math.max(longest.get(track.kind) ?? 0, longestStepSeconds));
  for (const [index, { file, segment, lead, parts }] of seen.entries()) {
    const next = seen[index + 1];
    const isFollowed = next !== undefined && !next.segment.isDiscontinuous;
    if (lead === undefined || !parts.every(isTransportPart) || (isFollowed && next.lead === undefined)) continue;
    const gaps = parts.map(({ track, endSeconds }) => {
      const after = isFollowed ? next.parts.find((part) => part.track.kind === track.kind)?.startSeconds : undefined;
      const gap = (after ?? lead.startSeconds + segment.durationSeconds) - endSeconds;
      const step = longest.get(track.kind) ?? 0;
      return step > 0 && gap > END_STEPS_MAX * step + END_TOLERANCE_SECONDS ? gap : 0;
    });
    const least = Math.min(...gaps);
    if (least > 0) findings.add('cut', file, `is cut off: ${round(least)} s of its end are missing. ${AGAIN}`);
  }
}

const isTransportPart = (part: TrackPart | TransportPart): part is TransportPart => 'longestStepSeconds' in part;

const round = (seconds: number): number => Math.round(seconds * 1_000) / 1_000;
