/**
 * What the viewer is doing with the player. `lingering`: a moment after an input that holds nothing, such as a shortcut;
 * `keyboard`: focus is on a control, and the viewer has put it there; `reading`: a panel is open; `keyboardReading`: the
 * keyboard has opened it.
 */
export type AttentionState =
  'away' | 'lingering' | 'pointing' | 'touching' | 'keyboard' | 'dragging' | 'reading' | 'keyboardReading';

export type AttentionEvent =
  /** A mouse or pen moved or pressed; `left`: it moved out of the frame. */
  | 'pointed'
  | 'left'
  /** A finger on the picture asks for the controls, or is on them; `dismissed`: it sends them away. */
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
  /** The time without an input is over. */
  | 'elapsed';

type Row = Readonly<Partial<Record<AttentionEvent, AttentionState>>>;

/** Leads from every state without a drag or a panel. */
const INPUT = {
  pointed: 'pointing',
  touched: 'touching',
  keyPressed: 'lingering',
  controlFocused: 'keyboard',
  dragBegan: 'dragging',
  panelOpened: 'reading',
  dismissed: 'away',
  elapsed: 'away',
} as const satisfies Row;

/** An empty cell keeps the state. */
const TRANSITIONS: Readonly<Record<AttentionState, Row>> = {
  away: { ...INPUT, started: 'lingering' },
  lingering: INPUT,
  pointing: { ...INPUT, left: 'away', keyPressed: 'pointing' },
  touching: { ...INPUT, keyPressed: 'touching' },
  keyboard: { ...INPUT, keyPressed: 'keyboard', controlBlurred: 'lingering', panelOpened: 'keyboardReading' },
  dragging: { dragEnded: 'lingering', panelOpened: 'reading' },
  reading: { panelClosed: 'lingering' },
  keyboardReading: { panelClosed: 'keyboard' },
};

/** Time without an input after which the player is left alone. Our choice; other embeds wait two to four seconds. */
const HIDE_DELAY_MS = 3_000;
/** Focus has to be seen (WCAG 2.4.7), so it stays longer; the next key shows it again. */
const FOCUS_HIDE_DELAY_MS = 10_000;

/** How long each state lasts without an input; an absent one lasts until its own end. */
export const STATE_DURATION_MS: Readonly<Partial<Record<AttentionState, number>>> = {
  lingering: HIDE_DELAY_MS,
  pointing: HIDE_DELAY_MS,
  touching: HIDE_DELAY_MS,
  keyboard: FOCUS_HIDE_DELAY_MS,
};

export function nextAttention(state: AttentionState, event: AttentionEvent): AttentionState {
  return TRANSITIONS[state][event] ?? state;
}

/** States in which a pointer over a control, or its focus, brings up its name. */
export const SHOWS_BUBBLES: readonly AttentionState[] = ['pointing', 'keyboard'];
