import { counted } from '../../../protocol/runtime/counted.ts';
import type { ConvertedCue } from './cue-text.ts';
import type { Losses } from './losses.ts';

/** Duration of a cue that has no end and no later cue. */
const ENDLESS_CUE_SECONDS = 5;

/**
 * Cues in order of time. A cue without an end lasts until a later cue begins. Cues of one time and place are joined, because
 * players stack separate cues upwards, which reverses their order.
 */
export function arranged(cues: readonly ConvertedCue[]): ConvertedCue[] {
  const sorted = cues.toSorted((left, right) => left.startSeconds - right.startSeconds);
  const starts = [...new Set(sorted.map(({ startSeconds }) => startSeconds))];
  const laterOf = new Map(starts.map((start, index) => [start, starts[index + 1] ?? start + ENDLESS_CUE_SECONDS]));
  const joined: ConvertedCue[] = [];
  for (const cue of sorted) {
    const endSeconds = cue.endSeconds === Infinity ? (laterOf.get(cue.startSeconds) ?? Infinity) : cue.endSeconds;
    const last = joined.at(-1);
    const isSame =
      last?.startSeconds === cue.startSeconds && last.endSeconds === endSeconds && last.settings === cue.settings;
    if (isSame) joined[joined.length - 1] = { ...last, text: `${last.text}\n${cue.text}` };
    else joined.push({ ...cue, endSeconds });
  }
  return joined;
}

/** The programme of a tape begins at a whole hour; cues may begin up to this long before it. */
const TAPE_LEADER_SECONDS = 120;
const HOUR_SECONDS = 3_600;

/**
 * Moves the cues of a tape whose programme begins at a whole hour, such as 01:00:00 or 10:00:00, to count from that hour. Cues that end
 * before the programme are left out. Both are reported as losses.
 *
 * @param secondsOf Returns the seconds that a number of hours of the tape's time code takes.
 */
export function fromTheTape(
  cues: readonly ConvertedCue[],
  secondsOf: (hours: number) => number,
  losses: Losses,
): ConvertedCue[] {
  const firstSeconds = cues.reduce(
    (least, { startSeconds }) => Math.min(least, startSeconds),
    cues[0]?.startSeconds ?? 0,
  );
  const hours = Math.floor((firstSeconds + TAPE_LEADER_SECONDS) / HOUR_SECONDS);
  if (hours === 0) return [...cues];
  losses.say(`Its times are a tape’s: they are shown ${counted(hours, 'hour')} earlier.`);
  const bySeconds = secondsOf(hours);
  return cues.flatMap((cue) => {
    const endSeconds = cue.endSeconds - bySeconds;
    if (endSeconds > 0) return [{ ...cue, startSeconds: Math.max(0, cue.startSeconds - bySeconds), endSeconds }];
    losses.say(`Left out, as it is before the programme: ${cue.text.replaceAll(/\s+/g, ' ')}`);
    return [];
  });
}
