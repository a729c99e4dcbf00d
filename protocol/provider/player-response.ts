import * as z from 'zod/mini';
import { QUALITY_NAMES } from '../host/player-info.ts';

/**
 * The provider's response about one video (N23). Addresses are relative to the provider or absolute; the name of a field
 * that holds an address is `url`, or ends in `Url` or `Picture`.
 */

export const PlayabilityStatus = z.object({
  status: z.enum(['OK', 'ERROR', 'UNPLAYABLE', 'LOGIN_REQUIRED', 'LIVE_STREAM_OFFLINE', 'BLOCKED']),
  /** Text for the viewer. */
  reason: z.optional(z.string()),
  subreason: z.optional(z.string()),
  /** Error code of the catalogue (`errors.ts`); derived from the status where absent. */
  errorCode: z.optional(z.string()),
});
export type PlayabilityStatus = z.infer<typeof PlayabilityStatus>;

export const ProgressiveFormat = z.object({
  url: z.string(),
  mimeType: z.string(),
  /** Pixels, and bits of a second; 0 when not known. */
  width: z.int(),
  height: z.int(),
  bitrate: z.int(),
});
export type ProgressiveFormat = z.infer<typeof ProgressiveFormat>;

/** Stands for `z.record`, which would add to main's bytes. */
const TextByName = z.catchall(z.object({}), z.string());

/** License server of one key system, as a page reaches it (`content-protection.ts`). */
const LicenseSource = z.object({
  licenseUrl: z.string(),
  certificateUrl: z.optional(z.string()),
  headers: z.optional(TextByName),
});

export const StreamingData = z.object({
  hlsManifestUrl: z.optional(z.string()),
  progressive: z.array(ProgressiveFormat),
  isLive: z.boolean(),
  /** Qualities that every browser can choose from, highest first, `auto` last; absent where the playlist has not been read. */
  qualities: z.optional(z.array(z.enum(QUALITY_NAMES))),
  /** Bytes of an hour by quality, as far as the playlist says. */
  bytesPerHour: z.optional(z.catchall(z.object({}), z.number())),
  /** The best quality that players choose by themselves. */
  maxQuality: z.optional(z.enum(QUALITY_NAMES)),
  /** Whether the playlists need the whole engine (`engine-choice.ts`); absent where they have not been read. */
  needsWholeEngine: z.optional(z.boolean()),
  /** Playlists by address, so that the first frame needs no request for them. */
  inlinePlaylists: z.optional(TextByName),
  /** Requests of media carry data about playback (CMCD); with `hasSession`, also a random id of this playback. */
  cmcd: z.optional(z.object({ isInHeaders: z.boolean(), hasSession: z.boolean() })),
  /** License servers of a protected video, by key system. */
  drm: z.optional(z.catchall(z.object({}), LicenseSource)),
});

/** Kinds of feedback about a video; `withdraw` removes a like or a dislike (N9). */
export const FEEDBACK_KINDS = ['like', 'dislike', 'report', 'withdraw'] as const;
export type FeedbackKind = (typeof FEEDBACK_KINDS)[number];

/**
 * The address of a page that viewers open: http, https or a path. Any other address is read as empty, which counts as
 * absent, so that no response can put a script behind a link.
 */
const PageAddress = z.string().check(z.overwrite((address) => (/^(https?:\/)?\//i.test(address) ? address : '')));

/** A path below the provider's address. Any other address is read as empty, which counts as absent: calls identify the viewer. */
const ProviderPath = z.string().check(z.overwrite((path) => (/^\/(?![/\\])/.test(path) ? path : '')));

export const VideoDetails = z.object({
  videoId: z.string(),
  title: z.string(),
  author: z.string(),
  /** The author's page and picture. */
  authorUrl: z.optional(PageAddress),
  authorPicture: z.optional(z.string()),
  /** The page where the video was published, also for a video that is refused here. */
  pageUrl: z.optional(PageAddress),
  channelId: z.string(),
  /** Seconds; 0 when not known, as for live video. */
  lengthSeconds: z.number(),
  isLive: z.boolean(),
  allowLiveDvr: z.boolean(),
  isListed: z.boolean(),
  isSpherical: z.boolean(),
  /** Only viewers who share their location can play the video, so a frame of another site needs the permission (B7). */
  needsLocation: z.optional(z.boolean()),
  /** Pixels; 0 when not known. */
  width: z.int(),
  height: z.int(),
  /** Posters, smallest first. */
  posters: z.array(z.object({ url: z.string(), mimeType: z.string(), width: z.int(), height: z.int() })),
  /** Token of feedback, share and preference calls (N7–N10). */
  serializedSharedEntity: z.optional(z.string()),
  /** A token for each of {@link FEEDBACK_KINDS}, in that order (N9). */
  feedbackTokens: z.optional(z.array(z.string())),
  /** Sent with calls about the video (C5). */
  trackingParams: z.optional(z.string()),
  /** Paths of calls about the video that are not the endpoint's own, by the endpoint's key (N3). */
  apiUrls: z.optional(z.catchall(z.object({}), ProviderPath)),
});
export type VideoDetails = z.infer<typeof VideoDetails>;

export const CaptionTrack = z.object({
  /** WebVTT. */
  url: z.string(),
  languageCode: z.string(),
  name: z.string(),
  kind: z.enum(['subtitles', 'captions', 'asr']),
  isDefault: z.boolean(),
});
export type CaptionTrack = z.infer<typeof CaptionTrack>;

/** One sprite image of `columns` × `rows` tiles, each shown for `intervalSeconds`. */
export const Storyboard = z.object({
  url: z.string(),
  tileWidth: z.int(),
  tileHeight: z.int(),
  columns: z.int(),
  rows: z.int(),
  tileCount: z.int(),
  intervalSeconds: z.number(),
});
export type Storyboard = z.infer<typeof Storyboard>;

export const Chapter = z.object({ title: z.string(), startSeconds: z.number() });
export type Chapter = z.infer<typeof Chapter>;

/** A video as lists show it. */
const ENTRY = {
  videoId: z.string(),
  title: z.string(),
  /** Seconds; 0 when not known. */
  lengthSeconds: z.number(),
  posterUrl: z.optional(z.string()),
};
const VideoEntry = z.object(ENTRY);
export type VideoEntry = z.infer<typeof VideoEntry>;

/** A video that the owner suggests at the end. `rel=0` admits only videos of the same channel. */
const RelatedVideo = z.object({ ...ENTRY, author: z.string(), channelId: z.string() });
export type RelatedVideo = z.infer<typeof RelatedVideo>;

export const PlaylistDetails = z.object({
  playlistId: z.string(),
  title: z.string(),
  entries: z.array(VideoEntry),
});
export type PlaylistDetails = z.infer<typeof PlaylistDetails>;

/** How often the viewer wants notifications of a channel; sent as `secondaryParams` (N10). */
export const ChannelPreference = z.enum(['all', 'occasional', 'none']);

/** The viewer's actions on the video and its channel, on which the offered actions depend (N6, N9–N11). */
export const ViewerState = z.object({
  subscribed: z.boolean(),
  channelPreference: ChannelPreference,
  feedback: z.optional(z.enum(['like', 'dislike'])),
  /** The viewer's own lists, and whether the video is on them. */
  playlists: z.array(z.object({ playlistId: z.string(), title: z.string(), contains: z.boolean() })),
});
export type ViewerState = z.infer<typeof ViewerState>;

/** Response as the page reads it; a call's response has a context beside it (`endpoints.ts`). */
export const PlayerResponse = z.object({
  playabilityStatus: PlayabilityStatus,
  streamingData: z.optional(StreamingData),
  videoDetails: z.optional(VideoDetails),
  captions: z.optional(z.array(CaptionTrack)),
  storyboard: z.optional(Storyboard),
  chapters: z.optional(z.array(Chapter)),
  /** Picture of how often each moment was played, to be stretched over the bar; absent unless the owner shows it. */
  mostWatchedUrl: z.optional(z.string()),
  /** The moment that was played most; absent until the provider has counted it. */
  mostWatchedSeconds: z.optional(z.number()),
  playlist: z.optional(PlaylistDetails),
  related: z.optional(z.array(RelatedVideo)),
  /** Present where the video requires heartbeats (N23). */
  heartbeat: z.optional(z.object({ intervalMs: z.int(), token: z.string() })),
  /** Present where a subscribe call is possible: parameters of the bot-detection script (B1, N6). */
  attestation: z.optional(z.object({ scriptUrl: z.string(), program: z.string() })),
  /** Absent if the provider can store nothing for the viewer. */
  viewerState: z.optional(ViewerState),
  /** Whether the page has to request the viewer's location and call again (B7). */
  locationRequired: z.optional(z.boolean()),
});
export type PlayerResponse = z.infer<typeof PlayerResponse>;
