/** Activities of the viewer in the transcript. `following`: the list scrolls to keep the present line in view. */
export type ReadingState = 'following' | 'browsing' | 'searching';

export type ReadingEvent =
  /** The viewer has moved the list, or the focus in it. */
  | 'moved'
  /** The search field has words; `cleared`: it is empty. */
  | 'typed'
  | 'cleared'
  /** A line was pressed. */
  | 'sought'
  /** The viewer has returned to the line that is being spoken. */
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

/** Part of the list in which the present line may stay without scrolling; lines after it are still visible there. */
const CALM_SHARE = { top: 0.05, bottom: 0.6 } as const;
/** Place of a line that has scrolled into the list. */
const PLACE_SHARE = 0.2;

interface Box {
  readonly top: number;
  readonly bottom: number;
}

/** Pixels that the list has to scroll to show a line; 0 for a visible line. */
export function scrollBy(line: Box, list: Box): number {
  const height = list.bottom - list.top;
  const isCalm = line.top >= list.top + height * CALM_SHARE.top && line.bottom <= list.top + height * CALM_SHARE.bottom;
  return isCalm ? 0 : line.top - (list.top + height * PLACE_SHARE);
}
