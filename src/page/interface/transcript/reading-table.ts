/** What the viewer does with the transcript. `following`: the present line stays in view by itself. */
export type ReadingState = 'following' | 'browsing' | 'searching';

export type ReadingEvent =
  /** The viewer has moved the list, or the focus in it. */
  | 'moved'
  /** The search has words; `cleared`: it has none. */
  | 'typed'
  | 'cleared'
  /** A line was pressed. */
  | 'sought'
  /** Back to the line that is being said. */
  | 'returned';

/** An empty cell keeps the state. */
const TRANSITIONS: Readonly<Record<ReadingState, Readonly<Partial<Record<ReadingEvent, ReadingState>>>>> = {
  following: { moved: 'browsing', typed: 'searching' },
  browsing: { typed: 'searching', sought: 'following', returned: 'following' },
  searching: { cleared: 'following', returned: 'following' },
};

export function nextReading(state: ReadingState, event: ReadingEvent): ReadingState {
  return TRANSITIONS[state][event] ?? state;
}

/** Where lines are read: one in this part of the list stays where it is. Our choice: the next lines are seen, too. */
const CALM_SHARE = { top: 0.05, bottom: 0.6 } as const;
/** Where a line is put that is not there. */
const PLACE_SHARE = 0.2;

interface Box {
  readonly top: number;
  readonly bottom: number;
}

/** By how many pixels the list has to scroll to show a line; 0 for one that is in view. */
export function scrollBy(line: Box, list: Box): number {
  const height = list.bottom - list.top;
  const isCalm = line.top >= list.top + height * CALM_SHARE.top && line.bottom <= list.top + height * CALM_SHARE.bottom;
  return isCalm ? 0 : line.top - (list.top + height * PLACE_SHARE);
}
