import { breakAbortLoop } from './abort-loop.ts';
import { attachAgain } from './attach-again.ts';
import { beginWhereSought } from './begin-where-sought.ts';
import type { CorrectedStream, Correction } from './correction.ts';
import { reportDecoderFaults } from './decoder-faults.ts';
import { endAtOtherTracks } from './end-at-other-tracks.ts';
import { fillSilence } from './fill-silence.ts';
import { nameHeadStartLevel } from './head-start-level.ts';
import { keepChosenLevel } from './keep-chosen-level.ts';
import { leaveFailingLevel } from './leave-failing-level.ts';
import { leaveHoles } from './leave-holes.ts';
import { leaveSkippedSegments } from './leave-skipped-segments.ts';
import { reportLostAppends } from './lost-appends.ts';
import { declareUnseenEnd } from './unseen-end.ts';

/** Every correction, in the order in which they get events of the stream. */
const CORRECTIONS: readonly Correction[] = [
  leaveHoles,
  reportLostAppends,
  keepChosenLevel,
  beginWhereSought,
  leaveSkippedSegments,
  nameHeadStartLevel,
  reportDecoderFaults,
  breakAbortLoop,
  declareUnseenEnd,
  leaveFailingLevel,
  attachAgain,
  fillSilence,
  endAtOtherTracks,
];

export function followCorrections(stream: CorrectedStream, signal: AbortSignal): void {
  for (const { follow } of CORRECTIONS) follow(stream, signal);
}
