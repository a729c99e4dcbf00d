export const HOUR_MS = 3_600_000;
/** Interval over which concurrent viewers are averaged. */
export const CROWD_MS = 300_000;
/** After this many days, hours are joined to days. */
export const HOURS_KEPT_DAYS = 14;
/** Name of facts without a valid name, or beyond the limit of names. */
export const OTHER = 'other';

/** Video id in rows of all videos together; no video has this id. */
export const ALL_VIDEOS = '';
/** Video id in rows of the list of videos, whose keys are the ids. */
export const EACH_VIDEO = '/each';

/** Facts that are counted, with the meaning of their keys. Times are milliseconds. */
export const FACTS = {
  views: '',
  /** Requests to play, and starts and failures without a request. */
  attempts: '',
  /** Playbacks that ended with an error screen. */
  failed: 'before the start, or nothing; id of a video in the list',
  /** Media time that was played. */
  watched: '',
  /** Media time that was played in each numbered part of an hour; divided by the part's length, it is the number of concurrent viewers. */
  crowd: 'part of the hour',
  startUp: 'bucket of the duration',
  stalls: '',
  stalled: '',
  /** Media time by quality name. */
  quality: 'name',
  frames: '',
  droppedFrames: '',
  /** Errors by code, outcome, browser and device. */
  error: 'code/outcome/browser/device',
  host: 'host name',
  browser: 'name',
  device: 'name',
  /** The same attempts and failures by host, browser and country. */
  attemptedOn: 'host name',
  failedOn: 'host name',
  attemptedWith: 'browser',
  failedWith: 'browser',
  attemptedIn: 'country',
  failedIn: 'country',
  /** Bytes that this provider has sent. This fact and the three facts below have a row a day. */
  sent: 'kind, or id of a video in the list',
  sentTo: 'host name',
  /** Media bytes that players report to have loaded from other servers. */
  loaded: 'nothing, or id of a video in the list',
  loadedBy: 'host name',
} as const;
export type FactName = keyof typeof FACTS;

/** Outcome of an error that was not shown to the viewer; `open` while the outcome is unknown. */
export type ErrorOutcome = 'open' | 'recovered' | 'ended';

/** Facts whose keys senders choose, with the limit of keys that get separate rows in an hour. */
export const NAMED_FACTS: Readonly<Partial<Record<FactName, number>>> = {
  host: 1_000,
  error: 500,
  attemptedOn: 1_000,
  failedOn: 1_000,
  sentTo: 1_000,
  loadedBy: 1_000,
};
