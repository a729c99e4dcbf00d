import { INDEPENDENT } from '../../../protocol/runtime/media/media-playlist.ts';
import { readMediaPlaylist } from '../../../protocol/runtime/media/read-media-playlist.ts';
import { checkParts } from './check-parts.ts';
import { AGAIN, type Findings } from './findings.ts';
import { checkSegment, uncheckedSegment, type CheckedSegment } from './check-segment.ts';
import type { MediaReader } from './media-reader.ts';
import { checkDurations, checkEnds, checkOrder, unwrapped } from './segment-times.ts';
import { withVariables, type Variables } from '../../provider/streams/playlist-variables.ts';
import type { Track } from '../../provider/streams/mp4/tracks.ts';

/** Facts about a media playlist and its segments. */
export interface SeenRendition {
  readonly reference: string;
  readonly tracks: readonly Track[];
  /** Start of each segment with pictures; `undefined` for an unknown start. */
  readonly pictureStarts: readonly (number | undefined)[];
  readonly isFinished: boolean;
}

export interface RenditionClaims {
  /** The multivariant playlist declares that every segment begins with a key frame. */
  readonly areIndependent: boolean;
  /** Segments may be parts of other segments, such as single key frames for trick play. */
  readonly mayBeParts: boolean;
  /** Segments are WebVTT. */
  readonly isText: boolean;
  /** Variables of the multivariant playlist, which the media playlist may import. */
  readonly variables: Variables;
}

/** Checks every segment of a media playlist below `media/`. */
export async function checkRendition(
  reference: string,
  claims: RenditionClaims,
  reader: MediaReader,
  findings: Findings,
): Promise<SeenRendition> {
  const { text } = withVariables(await reader.folder.readText(reference), claims.variables);
  const playlist = readMediaPlaylist(text);
  const file = `media/${reference}`;
  const checked: CheckedSegment[] = [];
  const { mayBeParts, isText } = claims;
  const context = { reference, playlist, reader, findings, mayBeParts, isText };
  for (const segment of playlist.segments)
    checked.push(segment.isMissing ? uncheckedSegment(segment) : await checkSegment(segment, context));
  const seen = unwrapped(checked);
  if (playlist.isFinished && playlist.segments.length === 0) findings.add('empty', file, `names no segments. ${AGAIN}`);
  const longest = Math.max(0, ...playlist.segments.map(({ durationSeconds }) => Math.round(durationSeconds)));
  if (longest > playlist.targetSeconds)
    findings.add(
      'target',
      file,
      `says #EXT-X-TARGETDURATION:${playlist.targetSeconds}, but a segment is ${longest} s long. Write ${longest} there`,
    );
  checkParts(seen, findings);
  checkKeyFrames(reference, seen, claims.areIndependent || text.includes(INDEPENDENT), findings);
  if (checkOrder(seen, findings)) {
    checkDurations(reference, seen, findings);
    if (playlist.isFinished && !mayBeParts) checkEnds(seen, findings);
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

function checkKeyFrames(
  reference: string,
  seen: readonly CheckedSegment[],
  areClaimed: boolean,
  findings: Findings,
): void {
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
