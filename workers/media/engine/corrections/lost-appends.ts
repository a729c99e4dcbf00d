import { Events, type Fragment } from 'hls.js';
import { rangesOf } from '../../../../protocol/runtime/media/time-ranges.ts';
import type { Correction } from './correction.ts';

/** One segment may lack data for a track, but not this many in a row. */
const LOST_IN_A_ROW_MAX = 2;
const FRAME_SECONDS = 0.05;

/** Detects a source that drops appended segments, for which playback would wait forever. Reports once for each stream. */
export const reportLostAppends: Correction = {
  name: 'report lost appends',
  reason: 'WebKitGTK drops sound that is appended to a source that has ended.',
  upstream: 'WebKit/WebKit#64041',
  since: 'WebKitGTK 2.50',
  follow({ hls, onLost }) {
    const lost = new Map<string, number>();
    // Latest segment by buffer, and whether the buffer has it.
    const latest = new Map<string, { readonly frag: Fragment; readonly isKept: boolean }>();
    let isReported = false;
    hls.on(Events.BUFFER_APPENDED, (_, { type, frag, timeRanges }) => {
      const buffered = timeRanges[type];
      // A segment shorter than a frame adds no range to the buffer in any browser.
      if (buffered === undefined || frag.sn === 'initSegment' || frag.duration < FRAME_SECONDS) return;
      const isKept = rangesOf(buffered).some(([start, end]) => start < frag.end && end > frag.start);
      latest.set(type, { frag, isKept });
    });
    // In MPEG-TS each change of level appends an init segment first, with the number of the first segment.
    hls.on(Events.FRAG_BUFFERED, (_, { frag: whole }) => {
      for (const [type, { frag, isKept }] of latest) {
        if (frag !== whole) continue;
        const count = isKept ? 0 : (lost.get(type) ?? 0) + 1;
        lost.set(type, count);
        if (count < LOST_IN_A_ROW_MAX || isReported) continue;
        isReported = true;
        onLost();
      }
    });
  },
};
