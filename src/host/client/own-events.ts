import type { PlayerEvents } from './types.ts';

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
