export const HOUR_MS = 3_600_000;
/** The time over which viewers at once are averaged. */
export const CROWD_MS = 300_000;
/** Hours are kept apart for so many days, and then joined to days. */
export const HOURS_KEPT_DAYS = 14;
/** Name of facts without a name, or with one too many. */
export const OTHER = 'other';

/** Rows of all videos together have these in place of a video's id, which no id is like. */
export const ALL_VIDEOS = '';
/** Rows whose keys are the ids of videos: how many views each had. */
export const EACH_VIDEO = '/each';

/** Facts that are counted, with the meaning of their keys. Times are milliseconds. */
export const FACTS = {
  views: '',
  /** Requests to play, with starts and failures that had none. */
  attempts: '',
  /** Playbacks that ended in an error that viewers were shown. */
  failed: 'before the start, or nothing; id of a video in the list',
  /** Media time that was played. */
  watched: '',
  /** Media time that was played in each numbered part of an hour; divided by the part's length, it is the number of concurrent viewers. */
  crowd: 'part of the hour',
  startUp: 'bucket of the duration',
  stalls: '',
  stalled: '',
  /** Media time by the name of the picture's size. */
  quality: 'name',
  frames: '',
  droppedFrames: '',
  /** Errors by code, what became of them, browser and device. */
  error: 'code/outcome/browser/device',
  host: 'host name',
  browser: 'name',
  device: 'name',
  /** Attempts and failures again, by host, browser and country. */
  attemptedOn: 'host name',
  failedOn: 'host name',
  attemptedWith: 'browser',
  failedWith: 'browser',
  attemptedIn: 'country',
  failedIn: 'country',
  /** Bytes that this provider has sent. These four are of days. */
  sent: 'kind, or id of a video in the list',
  sentTo: 'host name',
  /** Bytes of media that a player has loaded from elsewhere, as it says. */
  loaded: 'nothing, or id of a video in the list',
  loadedBy: 'host name',
} as const;
export type FactName = keyof typeof FACTS;

/** Outcome of an error that viewers were not shown; `open` while the outcome is unknown. */
export type ErrorOutcome = 'open' | 'recovered' | 'ended';

/** Facts whose keys senders choose, with the number of keys that have separate rows in an hour. */
export const NAMED_FACTS: Readonly<Partial<Record<FactName, number>>> = {
  host: 1_000,
  error: 500,
  attemptedOn: 1_000,
  failedOn: 1_000,
  sentTo: 1_000,
  loadedBy: 1_000,
};
