import { Cta608Parser } from '@svta/cml-608';
import { screenCues, type CaptionScreen, type ScreenCue } from '../../../protocol/runtime/media/caption-screen.ts';
import { linesOf, writeWebVtt, type ConvertedCue } from './cue-text.ts';
import { fromTheTape } from './cue-times.ts';
import { UNREADABLE, type Losses } from './losses.ts';

const HEADER = /^\uFEFF?\s*Scenarist_SCC/;
/** `00:00:01:15` or, with frames dropped, `00:00:01;15`, then the bytes of each frame as four digits. */
const LINE = /^[ \t]*(\d\d?):(\d\d):(\d\d)([:;.,])(\d\d)[ \t]+([\da-f \t]+)$/i;
/** Frame duration of NTSC, the system of CTA-608: 30000 frames take 1001 s, and time codes count 30 a second. */
const FRAME_SECONDS = 1_001 / 30_000;
const FRAMES_COUNTED = 30;
/** Frame numbers that a drop-frame time code skips each minute, except each tenth minute. */
const DROPPED_A_MINUTE = 2;
/** A decoder clears its screen after 16 s without data (CTA-608-E, 5.3). */
const LAST_CUE_SECONDS = 16;
/** Roll-up captions arrive letter by letter, a few frames apart: a screen shorter than this is an unfinished line. */
const LETTER_SECONDS = 0.2;

export const isScenarist = (text: string): boolean => HEADER.test(text);

/** A decoder's screen between two changes. */
interface Screen {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly cues: readonly ScreenCue[];
  /** Styles of the screen that WebVTT cues lose, such as `colour`. */
  readonly looks: readonly string[];
}

/** Converts SCC, timed bytes of CTA-608, to WebVTT: the first channel (CC1), or the second (CC2) if the first is empty. */
export function convertScenarist(text: string, losses: Losses): string {
  const channels: readonly Screen[][] = [[], []];
  const decoder = new Cta608Parser(1, handlerOf(channels[0]), handlerOf(channels[1]));
  let lastSeconds = 0;
  let frameMark = ';';
  const unreadableLines: string[] = [];
  for (const line of linesOf(text)) {
    const fields = LINE.exec(line);
    if (fields === null) {
      if (line.trim() !== '' && !HEADER.test(line)) unreadableLines.push(line);
      continue;
    }
    const bytes = (fields[6] ?? '').replaceAll(/\s/g, '').match(/../g) ?? [];
    frameMark = fields[4] ?? frameMark;
    lastSeconds = secondsOf(fields.slice(1, 6));
    try {
      decoder.addData(
        lastSeconds,
        bytes.map((byte) => Number.parseInt(byte, 16)),
      );
    } catch {
      // upstream: @svta/cml-608 1.1.0 throws when the text of a row continues past its last column.
      losses.add('overfull row');
      decoder.reset();
    }
  }
  decoder.cueSplitAtTime(lastSeconds + LAST_CUE_SECONDS);
  const [first = [], second = []] = channels;
  if (first.length > 0 && second.length > 0) losses.say('Its second channel (CC2) is left out.');
  const screens = withoutLetters(first.length > 0 ? first : second);
  for (const look of screens.flatMap(({ looks }) => looks)) losses.add(look);
  for (const _ of unreadableLines) losses.add(UNREADABLE);
  const cues = screens.flatMap(({ startSeconds, endSeconds, cues: shown }) =>
    shown.map((cue) => ({ startSeconds, endSeconds, settings: settingsOf(cue), text: cue.text })),
  );
  return writeWebVtt(fromTheTape(cues, (hours) => secondsOf([String(hours), '0', '0', frameMark, '0']), losses));
}

const handlerOf = (screens: Screen[] = []) => ({
  newCue(startSeconds: number, endSeconds: number, screen: CaptionScreen): void {
    screens.push({ startSeconds, endSeconds, cues: screenCues(startSeconds, screen), looks: looksOf(screen) });
  },
});

function looksOf({ rows }: CaptionScreen): string[] {
  const pens = rows.flatMap(({ chars }) => chars.map(({ penState }) => penState));
  return [
    ...(pens.some(({ foreground }) => (foreground ?? 'white') !== 'white') ? ['colour'] : []),
    ...(pens.some(({ underline = false }) => underline) ? ['underline'] : []),
  ];
}

/** Screens without the short-lived ones that only hold the first letters of the next screen. */
function withoutLetters(screens: readonly Screen[]): Screen[] {
  const textOf = ({ cues }: Screen): string => cues.map(({ text }) => text).join('\n');
  const whole: Screen[] = [];
  let lastLengthSeconds = 0;
  for (const screen of screens) {
    const last = whole.at(-1);
    const isGrown =
      last !== undefined &&
      lastLengthSeconds <= LETTER_SECONDS &&
      screen.startSeconds - last.endSeconds < FRAME_SECONDS &&
      textOf(screen).startsWith(textOf(last));
    if (isGrown) whole[whole.length - 1] = { ...screen, startSeconds: last.startSeconds };
    else whole.push(screen);
    lastLengthSeconds = screen.endSeconds - screen.startSeconds;
  }
  return whole;
}

const settingsOf = ({ linePercent, lineAlign, positionPercent }: ScreenCue): ConvertedCue['settings'] =>
  `line:${percent(linePercent)},${lineAlign} position:${percent(positionPercent)},line-left align:left`;

const percent = (value: number): string => `${Number(value.toFixed(2))}%`;

function secondsOf([hours, minutes, seconds, mark, frames]: readonly string[]): number {
  const wholeMinutes = Number(hours) * 60 + Number(minutes);
  const frameNumber = (wholeMinutes * 60 + Number(seconds)) * FRAMES_COUNTED + Number(frames);
  const dropped = mark === ':' ? 0 : DROPPED_A_MINUTE * (wholeMinutes - Math.floor(wholeMinutes / 10));
  return (frameNumber - dropped) * FRAME_SECONDS;
}
