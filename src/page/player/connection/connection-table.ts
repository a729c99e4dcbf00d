/** State of the connection; `back` for a moment after its return. */
export type ConnectionState = 'online' | 'offline' | 'back';

export type ConnectionInput =
  /** The browser reports that there is no network, or a part of the page could not be loaded. */
  | 'lost'
  /** The browser reports a network again, or the missing part has been loaded. */
  | 'returned'
  /** The notice of the network's return has been shown for long enough. */
  | 'settled';

/** An input without a cell changes nothing: browsers repeat their events. */
const TRANSITIONS: Readonly<Record<ConnectionState, Partial<Record<ConnectionInput, ConnectionState>>>> = {
  online: { lost: 'offline' },
  offline: { returned: 'back' },
  back: { lost: 'offline', settled: 'online' },
};

export function nextConnectionState(state: ConnectionState, input: ConnectionInput): ConnectionState | undefined {
  return TRANSITIONS[state][input];
}
