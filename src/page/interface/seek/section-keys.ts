import type { Language } from '../../language/language.ts';
import { positionOf, type KeyAction, type KeyRow } from '../keyboard/key-row.ts';
import { notices } from '../shared/notices.ts';
import { sectionLoop, type Section } from './section-loop.ts';
import { clampToTimeline, timelineOf } from './timeline.ts';

/** The first press sets the start, the second the end, the third clears both. */
const markSection: KeyAction = (press) => {
  const { player, features } = press;
  const section = features.get(sectionLoop);
  const timeline = timelineOf(player.getSnapshot());
  const { fromSeconds, toSeconds } = section.get();
  const now = clampToTimeline(timeline, positionOf(press));
  if (fromSeconds === null) section.start(now);
  else if (toSeconds === null) section.end(now);
  else section.clear();
  features.get(notices).show(sectionWords(section.get(), features.language));
};

export const SECTION_KEYS: readonly KeyRow[] = [{ label: 'section', shown: ['R'], keys: { r: markSection } }];

export function sectionWords(
  { fromSeconds, toSeconds }: Section,
  { say, clockTime }: Pick<Language, 'say' | 'clockTime'>,
): string {
  if (fromSeconds === null) return say('sectionOff');
  if (toSeconds === null) return say('sectionStart', { time: clockTime(fromSeconds) });
  return say('sectionSet', { from: clockTime(fromSeconds), to: clockTime(toSeconds) });
}
