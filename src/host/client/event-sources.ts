import type { Listeners } from '../player/listeners.ts';
import type { PlayerCore } from '../player/player-core.ts';
import type { PlayerListenerEvent } from '../player/player-events.ts';
import type { PlayerEvents } from './types.ts';
import { WIRE_EVENTS } from './wire-events.ts';
import type { OwnEvent } from './own-events.ts';

export type AnyEvent = PlayerEvents[keyof PlayerEvents];

/** Starts listening and returns a function that stops it. */
export type EventSource = (onEvent: (event: AnyEvent) => void) => () => void;

export function ownSource(own: Listeners, name: OwnEvent): EventSource {
  return (onEvent) => {
    const listener = ({ data }: PlayerListenerEvent): void => onEvent(data as AnyEvent);
    own.add(name, listener);
    return () => void own.remove(name, listener);
  };
}

export function wireSource(core: PlayerCore, name: keyof typeof WIRE_EVENTS): EventSource {
  const { wireName, read } = WIRE_EVENTS[name];
  return (onEvent) => {
    const listener = ({ data }: PlayerListenerEvent): void => onEvent(read(data, core));
    core.addListener(wireName, listener);
    return () => core.removeListener(wireName, listener);
  };
}
