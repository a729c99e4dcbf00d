import { screenCues, type CaptionScreen } from '../../../../protocol/runtime/media/caption-screen.ts';
import { PlainCue } from './plain-cue.ts';

/** Cues for the caption rows that hls.js's CEA-608 decoder shows between two times. */
export function pictureCues(startSeconds: number, endSeconds: number, screen: CaptionScreen): PlainCue[] {
  return screenCues(startSeconds, screen).map(({ text, linePercent, lineAlign, positionPercent }) => {
    // A cue of length 0 would never be shown.
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
