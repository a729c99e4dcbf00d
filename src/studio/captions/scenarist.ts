import { Cta608Parser } from '@svta/cml-608';
import { counted } from '../../../protocol/runtime/counted.ts';
import { screenCues, type CaptionScreen } from '../../../protocol/runtime/media/caption-screen.ts';
import { linesOf, writeWebVtt, type ConvertedCue } from './cue-text.ts';
import type { Losses } from './losses.ts';

/** `00:00:01:15` or, with frames dropped, `00:00:01;15`, then the bytes of each frame as four digits. */
const LINE = /^[ \t]*(\d\d):(\d\d):(\d\d)([:;.,])(\d\d)[ \t]+([\da-f \t]+)$/i;
/** Of NTSC, which CTA-608 is made for: 30000 pictures in 1001 s, counted as 30 a second. */
const FRAME_SECONDS = 1_001 / 30_000;
const FRAMES_COUNTED = 30;
const HOUR_SECONDS = 3_600;
/** Numbers of pictures that a count with dropped frames leaves out each minute, but not each tenth. */
const DROPPED_A_MINUTE = 2;
/** Shown to the end: a decoder clears its screen after 16 s without data (CTA-608-E, 5.3). */
const LAST_CUE_SECONDS = 16;

export const isScenarist = (text: string): boolean => /^\uFEFF?\s*Scenarist_SCC/.test(text);

/**
 * WebVTT of SCC: the bytes of the first caption channel (CC1) with the times at which they are sent. Whole hours before the
 * first of them are the tape's, whose programmes begin at 01:00:00 or 10:00:00.
 */
export function convertScenarist(text: string, losses: Losses): string {
  const cues: ConvertedCue[] = [];
  const newCue = (startSeconds: number, endSeconds: number, screen: CaptionScreen): void => {
    for (const { text: shown, linePercent, lineAlign, positionPercent } of screenCues(startSeconds, screen)) {
      const settings = `line:${percent(linePercent)},${lineAlign} position:${percent(positionPercent)},line-left align:left`;
      cues.push({ startSeconds, endSeconds, settings, text: shown });
    }
  };
  const decoder = new Cta608Parser(1, { newCue }, { newCue: () => undefined });
  let lastSeconds = 0;
  let frameMark = ';';
  for (const line of linesOf(text)) {
    const fields = LINE.exec(line);
    if (fields === null) continue;
    const bytes = (fields[6] ?? '').replaceAll(/\s/g, '').match(/../g) ?? [];
    frameMark = fields[4] ?? frameMark;
    lastSeconds = secondsOf(fields.slice(1, 6));
    try {
      decoder.addData(
        lastSeconds,
        bytes.map((byte) => Number.parseInt(byte, 16)),
      );
    } catch {
      // upstream: @svta/cml-608 1.1.0 throws where text of a row goes on behind its last column.
      losses.add('overfull row');
      decoder.reset();
    }
  }
  decoder.cueSplitAtTime(lastSeconds + LAST_CUE_SECONDS);
  const tapeHours = Math.floor((cues[0]?.startSeconds ?? 0) / HOUR_SECONDS);
  if (tapeHours > 0) losses.say(`Its times are a tape’s: they are shown ${counted(tapeHours, 'hour')} earlier.`);
  const tapeSeconds = secondsOf([String(tapeHours), '0', '0', frameMark, '0']);
  return writeWebVtt(cues.map((cue) => earlier(cue, tapeSeconds)));
}

const earlier = (cue: ConvertedCue, bySeconds: number): ConvertedCue => ({
  ...cue,
  startSeconds: cue.startSeconds - bySeconds,
  endSeconds: cue.endSeconds - bySeconds,
});

function secondsOf([hours, minutes, seconds, mark, frames]: readonly string[]): number {
  const wholeMinutes = Number(hours) * 60 + Number(minutes);
  const frameNumber = (wholeMinutes * 60 + Number(seconds)) * FRAMES_COUNTED + Number(frames);
  const dropped = mark === ':' ? 0 : DROPPED_A_MINUTE * (wholeMinutes - Math.floor(wholeMinutes / 10));
  return (frameNumber - dropped) * FRAME_SECONDS;
}

const percent = (value: number): string => `${Number(value.toFixed(2))}%`;
