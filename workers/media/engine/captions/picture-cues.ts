import { screenCues, type CaptionScreen } from '../../../../protocol/runtime/media/caption-screen.ts';
import { PlainCue } from './plain-cue.ts';

/** Cues of the rows that hls.js's decoder of CEA-608 shows for a time. */
export function pictureCues(startSeconds: number, endSeconds: number, screen: CaptionScreen): PlainCue[] {
  return screenCues(startSeconds, screen).map(({ text, linePercent, lineAlign, positionPercent }) => {
    // A length of 0 shows nothing.
    const cue = new PlainCue(startSeconds, Math.max(endSeconds, startSeconds + 0.001), text);
    cue.snapToLines = false;
    cue.line = linePercent;
    cue.lineAlign = lineAlign;
    cue.align = 'left';
    cue.positionAlign = 'line-left';
    cue.position = positionPercent;
    return cue;
  });
}
