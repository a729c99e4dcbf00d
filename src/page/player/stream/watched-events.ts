/** Events after which the element's state may differ from the intents. */
export const WATCHED_EVENTS = [
  'canplay',
  'durationchange',
  'emptied',
  'ended',
  'loadeddata',
  'loadedmetadata',
  'pause',
  'play',
  'playing',
  'ratechange',
  'seeked',
  'seeking',
  'waiting',
] as const satisfies readonly (keyof HTMLMediaElementEventMap)[];
