import * as z from 'zod/mini';
import { BandwidthReport } from './bandwidth-report.ts';

/** Data of the operator's page 'What viewers saw'. An extension; the player does not depend on it. */

const Percentiles = z.object({ p50: z.number(), p90: z.number(), p99: z.number() });

const figures = {
  views: z.int(),
  /** Requests to play. */
  attempts: z.int(),
  /** Playbacks that ended in an error which viewers were shown, before or after the first frame. */
  failed: z.int(),
  /** Share of the attempts, 0 to 1; `null` without attempts. */
  failedShare: z.nullable(z.number()),
  /** Failures before the first frame. */
  startFailed: z.int(),
  /** Attempts that neither started nor failed: viewers left before the first frame. */
  leftEarly: z.int(),
  /** Share of the attempts, 0 to 1; `null` without attempts. */
  leftEarlyShare: z.nullable(z.number()),
  /** Media time that was played. */
  watchedMs: z.number(),
  /** Highest number of viewers at once, as an average over five minutes, by their watched time. */
  viewersAtOnce: z.number(),
  /** Start-up time, in milliseconds; `null` without a view. */
  startUpMs: z.nullable(Percentiles),
  stalls: z.int(),
  /** Time of all stalls, which is not part of the watched time. */
  stalledMs: z.number(),
  /** Share of the time in which playback should have moved, 0 to 1; `null` where nothing was watched. */
  rebufferingShare: z.nullable(z.number()),
  /** Stalls for each hour of watched time; `null` where nothing was watched. */
  stallsPerHour: z.nullable(z.number()),
  /** Share of the frames that were dropped, 0 to 1; `null` where no browser counted frames. */
  droppedShare: z.nullable(z.number()),
  /** Watched time, by name of the picture's size. */
  qualityMs: z.record(z.string(), z.number()),
} as const;

export const ViewersFigures = z.object(figures);
export type ViewersFigures = z.infer<typeof ViewersFigures>;

export const ViewersPoint = z.object({ atMs: z.number(), ...figures });
export type ViewersPoint = z.infer<typeof ViewersPoint>;

export const NamedCount = z.object({ name: z.string(), count: z.int() });
export type NamedCount = z.infer<typeof NamedCount>;

/** Attempts to play, and those that ended in a failure, of one group of playbacks. */
export const NamedFailures = z.object({ name: z.string(), attempts: z.int(), failed: z.int() });
export type NamedFailures = z.infer<typeof NamedFailures>;

const failures = z.array(NamedFailures);
export const FailureLists = z.object({
  /** By video id; only in a report about all videos. The title is `null` for a video that is not in the catalog. */
  videos: z.array(z.extend(NamedFailures, { title: z.nullable(z.string()) })),
  hosts: failures,
  browsers: failures,
  /** By country code of two letters, where the proxy in front of the server names the country. */
  countries: failures,
});
export type FailureLists = z.infer<typeof FailureLists>;

export const ViewersError = z.object({
  code: z.string(),
  /**
   * Outcome of the error: viewers were `shown` it, playback `recovered`, `ended` in another error, or it is `open`: the
   * viewer left before that was known.
   */
  outcome: z.string(),
  count: z.int(),
  devices: z.array(z.object({ browser: z.string(), device: z.string(), count: z.int() })),
});
export type ViewersError = z.infer<typeof ViewersError>;

/** Counts from this second to the second of the next point. */
export const WatchedPoint = z.object({
  second: z.int(),
  /** Number of plays; `repeated` of them in a view that had already played the second. */
  played: z.int(),
  repeated: z.int(),
  /** Number of times that a view jumped over the second to a part that it had not played. */
  skipped: z.int(),
});
export type WatchedPoint = z.infer<typeof WatchedPoint>;

export const ViewedVideo = z.object({
  id: z.string(),
  /** `null` for a video that is not, or no longer, in the catalog. */
  title: z.nullable(z.string()),
  views: z.int(),
  watchedMs: z.number(),
});
export type ViewedVideo = z.infer<typeof ViewedVideo>;

export const ViewersPeriod = z.object({
  /** Whole steps, in UTC. */
  fromMs: z.number(),
  toMs: z.number(),
  /** An hour or a day. */
  stepMs: z.number(),
  totals: ViewersFigures,
  /** A point for each step, also where nothing was watched. */
  points: z.array(ViewersPoint),
  errors: z.array(ViewersError),
  hosts: z.array(NamedCount),
  browsers: z.array(NamedCount),
  devices: z.array(NamedCount),
  /** The most viewed videos, in a report about all videos. */
  videos: z.array(ViewedVideo),
  /** Points of one video that is not live, from whole days. */
  film: z.nullable(z.object({ lengthSeconds: z.number(), points: z.array(WatchedPoint) })),
  failures: FailureLists,
  bandwidth: BandwidthReport,
});
export type ViewersPeriod = z.infer<typeof ViewersPeriod>;

/** `GET /provider/api/viewers/report` */
export const ViewersReport = z.object({
  nowMs: z.number(),
  /** `null`: the report is about all videos. */
  video: z.nullable(z.object({ id: z.string(), title: z.nullable(z.string()) })),
  period: ViewersPeriod,
  compared: z.nullable(ViewersPeriod),
  /** Price of 10⁹ bytes that the operator has set. */
  pricePerGb: z.nullable(z.number()),
});
export type ViewersReport = z.infer<typeof ViewersReport>;

/** `GET /provider/api/viewers/videos` */
export const ListedVideos = z.array(z.object({ id: z.string(), title: z.string() }));
export type ListedVideos = z.infer<typeof ListedVideos>;

/** `GET /provider/api/viewers/views`: views of some videos in the last days. */
export const VideoViews = z.object({ days: z.int(), views: z.record(z.string(), z.number()) });
export type VideoViews = z.infer<typeof VideoViews>;

/** Tables that `GET /provider/api/viewers/export` writes, by its parameter `table`. */
export const EXPORTED_TABLES = [
  'time',
  'qualities',
  'film',
  'errors',
  'hosts',
  'browsers',
  'devices',
  'videos',
  'failures-videos',
  'failures-hosts',
  'failures-browsers',
  'failures-countries',
  'bandwidth',
  'bandwidth-videos',
  'bandwidth-hosts',
  'bandwidth-kinds',
] as const;
export type ExportedTable = (typeof EXPORTED_TABLES)[number];
export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
