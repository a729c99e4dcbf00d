/** Purpose of a request. */
export const PURPOSES = [
  'player',
  'calls',
  'video',
  /** Data about playback in requests of media (CMCD). */
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

/** An origin that a thread has contacted, and the purpose; an origin with several purposes has an entry for each. */
export interface Contact {
  readonly origin: string;
  readonly purpose: Purpose;
}
