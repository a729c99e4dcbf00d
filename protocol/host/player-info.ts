import * as z from 'zod/mini';

/** Names of picture sizes, lowest first. */
const SIZE_NAMES = ['tiny', 'small', 'medium', 'large', 'hd720', 'hd1080', 'hd1440', 'hd2160', 'highres'] as const;
export type SizeName = (typeof SIZE_NAMES)[number];

/**
 * `audio`: sound without pictures, which only viewers and hosts choose. `_60`: about 60 pictures a second, where the same size also
 * exists with fewer; hosts receive the name without it.
 */
export type QualityName = 'audio' | SizeName | `${SizeName}_60` | 'auto' | 'unknown';

/** Lowest first. */
export const QUALITY_NAMES: readonly QualityName[] = [
  'audio',
  ...SIZE_NAMES.flatMap((name): QualityName[] => [name, `${name}_60`]),
  'auto',
  'unknown',
];

/** Playback rates that hosts receive for their menus, ascending. Any other rate that the media element accepts is accepted, too. */
export const PLAYBACK_RATES = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** All values in seconds of media time. */
export const ProgressState = z.object({
  current: z.number(),
  duration: z.number(),
  loaded: z.number(),
  seekableStart: z.number(),
  seekableEnd: z.number(),
  allowSeeking: z.boolean(),
  clipStart: z.number(),
  clipEnd: z.nullable(z.number()),
  isAtLiveHead: z.boolean(),
  ingestionTime: z.nullable(z.number()),
  offset: z.number(),
  airingStart: z.number(),
  airingEnd: z.number(),
  displayedStart: z.number(),
  viewerLivestreamJoinMediaTime: z.number(),
});
export type ProgressState = z.infer<typeof ProgressState>;

export const VideoData = z.object({
  video_id: z.string(),
  title: z.string(),
  author: z.string(),
  isLive: z.boolean(),
  isListed: z.boolean(),
  allowLiveDvr: z.boolean(),
  isPlayable: z.boolean(),
  errorCode: z.nullable(z.string()),
});
export type VideoData = z.infer<typeof VideoData>;

/** One entry of `tracklist` in `apiInfoDelivery`. */
export const CaptionTrackInfo = z.object({
  languageCode: z.string(),
  languageName: z.string(),
  displayName: z.string(),
  kind: z.string(),
  name: z.string(),
  id: z.nullable(z.string()),
  is_default: z.boolean(),
  is_translateable: z.boolean(),
  vss_id: z.string(),
});
export type CaptionTrackInfo = z.infer<typeof CaptionTrackInfo>;

/** A named section of the video; it ends where the next one begins. */
export const ChapterInfo = z.object({ title: z.string(), startSeconds: z.number() });
export type ChapterInfo = z.infer<typeof ChapterInfo>;

/** Angles in degrees; empty for a video that is not spherical. */
export const SphericalProperties = z.object({
  yaw: z.optional(z.number()),
  pitch: z.optional(z.number()),
  roll: z.optional(z.number()),
  fov: z.optional(z.number()),
  enableOrientationSensor: z.optional(z.boolean()),
});
export type SphericalProperties = z.infer<typeof SphericalProperties>;

/**
 * State of the player that hosts receive (C4), in the field names of the wire. The first delivery has all fields, later
 * deliveries only changed fields (H6). Times in seconds, volume 0 to 100.
 */
export const PlayerInfo = z.object({
  playerState: z.number(),
  currentTime: z.number(),
  /** Wall time of `currentTime`, seconds since the epoch. */
  currentTimeLastUpdated_: z.number(),
  duration: z.number(),
  videoData: VideoData,
  videoUrl: z.string(),
  volume: z.number(),
  muted: z.boolean(),
  playbackRate: z.number(),
  availablePlaybackRates: z.array(z.number()),
  playbackQuality: z.string(),
  availableQualityLevels: z.array(z.string()),
  /** 0 to 1; exactly 1 when everything is loaded. */
  videoLoadedFraction: z.number(),
  videoBytesLoaded: z.number(),
  videoBytesTotal: z.number(),
  videoStartBytes: z.number(),
  mediaReferenceTime: z.number(),
  progressState: ProgressState,
  playlist: z.nullable(z.array(z.string())),
  playlistIndex: z.number(),
  playlistId: z.nullable(z.string()),
  sphericalProperties: SphericalProperties,
  /** Extension: chapters, ascending; empty for a video without chapters. */
  chapters: z.array(ChapterInfo),
  /** Extension: the video is in a picture-in-picture window. */
  pictureInPicture: z.boolean(),
  /** Extension: the video plays on a receiver, such as a television. */
  remotePlayback: z.boolean(),
  /** Extension: the limits of the data saver apply. */
  dataSaver: z.boolean(),
  /** Extension: the quality `audio`, sound without pictures, can be chosen. */
  hasSoundAlone: z.boolean(),
  /** Extension: version of the frame's messages, as `major.minor`; older frames send no version. */
  wireVersion: z.optional(z.string()),
});
export type PlayerInfo = z.infer<typeof PlayerInfo>;

/** The caption module as `apiInfoDelivery` describes it to hosts. */
export interface CaptionModuleInfo {
  readonly track: CaptionTrackInfo | Record<string, never>;
  readonly tracklist: readonly CaptionTrackInfo[];
  readonly fontSize: number;
}
