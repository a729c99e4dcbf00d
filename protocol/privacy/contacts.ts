/** Purpose of a request. */
export const PURPOSES = [
  'player',
  'calls',
  'video',
  /** Requests of media carry what playback is like (CMCD). */
  'playbackData',
  /** License servers that the page calls itself. */
  'license',
  'pictures',
  'captions',
  'adStatus',
  'visitorId',
  'unknown',
] as const;
export type Purpose = (typeof PURPOSES)[number];

/** An origin that a thread has contacted, and for what; one with several purposes is there several times. */
export interface Contact {
  readonly origin: string;
  readonly purpose: Purpose;
}
