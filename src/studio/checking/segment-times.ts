import { AGAIN, AGAIN_ALL, type Findings } from './findings.ts';
import type { CheckedSegment } from './check-segment.ts';
import type { TrackPart } from '../../provider/streams/mp4/fragments.ts';
import type { TransportPart } from './transport-stream.ts';

/** Timestamps of a transport stream wrap to 0 after 26.5 hours: 33 bits at 90 kHz. */
const WRAP_SECONDS = 2 ** 33 / 90_000;

/** The segments with continuous times, also across a wrap of a transport stream's timestamps. */
export function unwrapped(checked: readonly CheckedSegment[]): CheckedSegment[] {
  let [offset, before] = [0, -Infinity];
  return checked.map((one) => {
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

/** Reports segments that begin earlier than their predecessors. Returns whether all are in order; else durations mean nothing. */
export function checkOrder(seen: readonly CheckedSegment[], findings: Findings): boolean {
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

/** Audio frames do not end exactly at segment boundaries, and playlists round durations. */
const DURATION_TOLERANCE_SECONDS = 0.1;

/** Compares declared durations with the time from each segment's start to the next segment's start, or to the end of the last. */
export function checkDurations(reference: string, seen: readonly CheckedSegment[], findings: Findings): void {
  for (const [index, { file, segment, lead }] of seen.entries()) {
    const next = seen[index + 1];
    if (lead === undefined || (next !== undefined && next.lead === undefined)) continue;
    const isFollowed = next?.lead !== undefined && !next.segment.isDiscontinuous;
    // A transport stream does not state when its last frame ends.
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

/** Frame durations by which a segment may end before the next segment begins: a variable frame rate has longer gaps. */
const END_STEPS_MAX = 3;
const END_TOLERANCE_SECONDS = 0.25;

/**
 * Reports MPEG-TS segments whose tracks all end early: such a segment was cut off between two packets. A segment does not state
 * when its last frame ends, so the longest distance between two frames of the stream stands for that frame's duration.
 */
export function checkEnds(seen: readonly CheckedSegment[], findings: Findings): void {
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
