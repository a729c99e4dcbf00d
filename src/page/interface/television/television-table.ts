/**
 * Where the video plays. `loading`: the element loads an address that a receiver can load, too; `asking`: the viewer chooses a receiver;
 * `there`: on the receiver.
 */
export type TelevisionState = 'here' | 'loading' | 'asking' | 'connecting' | 'there';

export type TelevisionEvent =
  | 'pressed'
  /** The element has the metadata of the address. */
  | 'loaded'
  /** The viewer has chosen no receiver, or the browser has none to choose. */
  | 'refused'
  | 'connecting'
  | 'connected'
  | 'disconnected'
  /** The address cannot be loaded, here or there, or the receiver takes too long. */
  | 'failed';

type Row = Readonly<Partial<Record<TelevisionEvent, TelevisionState>>>;

/** Valid in every state, since the browser may connect by its own controls. */
const CONNECTS = { connecting: 'connecting', connected: 'there' } as const satisfies Row;
const ENDS = { refused: 'here', failed: 'here' } as const satisfies Row;

/** An empty cell keeps the state: events of a receiver may arrive late, or twice. */
const TRANSITIONS: Readonly<Record<TelevisionState, Row>> = {
  here: { ...CONNECTS, pressed: 'loading' },
  loading: { ...CONNECTS, ...ENDS, loaded: 'asking', pressed: 'here' },
  asking: { ...CONNECTS, ...ENDS },
  connecting: { ...CONNECTS, ...ENDS, disconnected: 'here', pressed: 'here' },
  there: { ...CONNECTS, failed: 'here', disconnected: 'here', pressed: 'here' },
};

export function nextTelevisionState(state: TelevisionState, event: TelevisionEvent): TelevisionState {
  return TRANSITIONS[state][event] ?? state;
}

/** Longest time in a state, milliseconds; after it the event `failed` follows. */
export const STATE_TIMEOUT_MS: Readonly<Partial<Record<TelevisionState, number>>> = {
  /** The activation by a press, without which the browser shows no receivers, ends after five seconds in Chromium. */
  loading: 4_000,
  connecting: 30_000,
};
