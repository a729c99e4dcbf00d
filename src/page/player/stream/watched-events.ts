/** After each of these the element may be elsewhere than it is wanted. */
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
