import * as z from 'zod/mini';
import { VideoId } from '../identifiers.ts';
import { REPORT_REASONS } from './report-reasons.ts';

/** The data of the page with viewers' reports. An extension; the player does not depend on it. */

/** `null`: the client sent no reason, or a reason that this provider does not know. */
const Reason = z.nullable(z.enum(REPORT_REASONS));

/** Reports of viewers about one video, for one reason. */
export const ReportedVideo = z.object({
  videoId: z.string(),
  reason: Reason,
  /** Different viewers: a viewer who reports again counts once. */
  people: z.int(),
  /** Different networks, counted anew each day: an attacker can have many viewer ids, but few networks. */
  networks: z.int(),
  firstAtMs: z.number(),
  lastAtMs: z.number(),
  /** When the operator set the reports aside; `null` if not. */
  setAsideAtMs: z.nullable(z.number()),
  /** Viewers who reported the video for the first time since then. If there are any, the reports are open again. */
  newPeople: z.int(),
  /** `null`: the catalog does not have the video. */
  video: z.nullable(
    z.object({
      title: z.string(),
      poster: z.nullable(z.string()),
      address: z.string(),
      isListed: z.boolean(),
    }),
  ),
});
export type ReportedVideo = z.infer<typeof ReportedVideo>;

/** Counts of all reports that no operator has set aside. */
export interface OpenReports {
  readonly videos: number;
  readonly people: number;
  readonly networks: number;
}

export const ViewerReports = z.object({
  reports: z.array(ReportedVideo),
  /** Number of reports that are not listed, because there are too many. */
  more: z.int(),
  /** Whether this server may change its catalog. */
  canUnlist: z.boolean(),
});
export type ViewerReports = z.infer<typeof ViewerReports>;

export const SetReportAside = z.strictObject({ videoId: VideoId, reason: Reason, isSetAside: z.boolean() });
export const SetVideoListed = z.strictObject({ videoId: VideoId, isListed: z.boolean() });
