/**
 * Activity of the viewer at the player. `hovering`: a mouse rests on a control; `lingering`: a short time after an input
 * that is over, such as a shortcut or a drag; `keyboard`: the viewer has moved the focus to a control; `reading`: a
 * panel is open; `keyboardReading`: the keyboard has opened it. `dismissed`: the viewer has hidden the controls, also of
 * a paused video.
 */
export type AttentionState =
  | 'away'
  | 'dismissed'
  | 'lingering'
  | 'pointing'
  | 'hovering'
  | 'touching'
  | 'keyboard'
  | 'dragging'
  | 'reading'
  | 'keyboardReading';

export type AttentionEvent =
  /** A mouse or pen moved or pressed; `left`: it moved out of the frame. */
  | 'pointed'
  | 'pointedControl'
  | 'left'
  /** A finger on the picture shows the controls, or a finger is on a control; `dismissed`: a tap hides the controls. */
  | 'touched'
  | 'dismissed'
  | 'keyPressed'
  | 'controlFocused'
  | 'controlBlurred'
  | 'dragBegan'
  | 'dragEnded'
  | 'panelOpened'
  | 'panelClosed'
  /** Playback began, or continues after a pause. */
  | 'started'
  /** Playback paused or ended, for any reason. */
  | 'stopped'
  /** The time without an input is over. */
  | 'elapsed';

type Row = Readonly<Partial<Record<AttentionEvent, AttentionState>>>;

/** Transitions that all states without a drag or a panel share. */
const INPUT = {
  pointed: 'pointing',
  pointedControl: 'hovering',
  touched: 'touching',
  keyPressed: 'lingering',
  controlFocused: 'keyboard',
  dragBegan: 'dragging',
  panelOpened: 'reading',
  dismissed: 'dismissed',
  elapsed: 'away',
} as const satisfies Row;

/** An empty cell keeps the state. */
const TRANSITIONS: Readonly<Record<AttentionState, Row>> = {
  away: { ...INPUT, started: 'lingering' },
  dismissed: { ...INPUT, started: 'lingering', stopped: 'lingering', elapsed: 'dismissed' },
  lingering: INPUT,
  pointing: { ...INPUT, left: 'away', keyPressed: 'pointing' },
  hovering: { ...INPUT, left: 'away', keyPressed: 'hovering' },
  touching: { ...INPUT, keyPressed: 'touching' },
  keyboard: { ...INPUT, keyPressed: 'keyboard', controlBlurred: 'lingering', panelOpened: 'keyboardReading' },
  dragging: { dragEnded: 'lingering', panelOpened: 'reading' },
  reading: { panelClosed: 'lingering' },
  keyboardReading: { panelClosed: 'keyboard' },
};

/** Time without an input after which the controls hide; other embeds wait two to four seconds. */
const HIDE_DELAY_MS = 3_000;
/** Longer for a focused control, which must be visible (WCAG 2.4.7), and for a control that a resting pointer may be about to press. */
const REST_HIDE_DELAY_MS = 10_000;

/** How long each state lasts without an input; a state without an entry lasts until another event ends it. */
export const STATE_DURATION_MS: Readonly<Partial<Record<AttentionState, number>>> = {
  lingering: HIDE_DELAY_MS,
  pointing: HIDE_DELAY_MS,
  hovering: REST_HIDE_DELAY_MS,
  touching: HIDE_DELAY_MS,
  keyboard: REST_HIDE_DELAY_MS,
};

export function nextAttention(state: AttentionState, event: AttentionEvent): AttentionState {
  return TRANSITIONS[state][event] ?? state;
}

/** States in which the name of the hovered or focused control is shown. */
export const SHOWS_BUBBLES: readonly AttentionState[] = ['pointing', 'hovering', 'keyboard'];
