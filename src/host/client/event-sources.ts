import type { Listeners } from '../player/listeners.ts';
import type { PlayerCore } from '../player/player-core.ts';
import type { PlayerListenerEvent } from '../player/player-events.ts';
import type { PlayerEvents } from './types.ts';
import { WIRE_EVENTS } from './wire-events.ts';

export type AnyEvent = PlayerEvents[keyof PlayerEvents];

/** Starts listening and returns a function that stops it. */
export type EventSource = (hear: (event: AnyEvent) => void) => () => void;

/** Events that do not cross the wire. */
const OWN_EVENTS = [
  'infochange',
  'destroy',
  'durationchange',
  'bufferingchange',
  'chapterchange',
  'fullscreenchange',
] as const satisfies readonly (keyof PlayerEvents)[];
export type OwnEvent = (typeof OWN_EVENTS)[number];

export function isOwnEvent(name: string): name is OwnEvent {
  return (OWN_EVENTS as readonly string[]).includes(name);
}

export function ownSource(own: Listeners, name: OwnEvent): EventSource {
  return (hear) => {
    const listener = ({ data }: PlayerListenerEvent): void => hear(data as AnyEvent);
    own.add(name, listener);
    return () => void own.remove(name, listener);
  };
}

export function wireSource(core: PlayerCore, name: keyof typeof WIRE_EVENTS): EventSource {
  const { wireName, read } = WIRE_EVENTS[name];
  return (hear) => {
    const listener = ({ data }: PlayerListenerEvent): void => hear(read(data, core));
    core.addListener(wireName, listener);
    return () => core.removeListener(wireName, listener);
  };
}
