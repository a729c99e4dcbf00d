/**
 * Names of the host API. Separate from the schemas (`host-messages.ts`), so that the script on host pages stays small.
 * 'Extension' marks additions to the API that existing hosts know.
 */

/** Channel of the host script; clients that post messages themselves send no channel. */
export const HOST_CHANNEL = 'widget';

/** Messages that the frame sends in addition to subscribed events. */
export const FRAME_EVENTS = {
  initialDelivery: 'initialDelivery',
  infoDelivery: 'infoDelivery',
  apiInfoDelivery: 'apiInfoDelivery',
  readyToListen: 'readyToListen',
  alreadyInitialized: 'alreadyInitialized',
  /** Extension: the outcome of a command with a `callId`. Hosts that send no `callId` never receive it. */
  commandResult: 'commandResult',
  /** Extension: the document unloads, and receives nothing more. */
  unloading: 'unloading',
} as const;

/** Events a host may subscribe to. */
export const PLAYER_EVENTS = [
  'onReady',
  'onStateChange',
  'onPlaybackQualityChange',
  'onPlaybackRateChange',
  'onError',
  'onApiChange',
  'onAutoplayBlocked',
  'onVolumeChange',
  'onVideoProgress',
  /** Extensions: otherwise hosts infer seeks from jumps of the time, and cannot detect how the video is presented. */
  'onSeeking',
  'onSeeked',
  'onFullscreenChange',
  'onPictureInPictureChange',
  'onRemotePlaybackChange',
  /** The viewer leaves a full screen that only the host can end; the host reported it with `setHostFullscreen`. */
  'onFullscreenExitRequest',
] as const;
export type PlayerEventName = (typeof PLAYER_EVENTS)[number];

/**
 * Getters of the host object, which the script reads from the last delivery: `getFoo` and `isFoo` read `info.foo`. They are part of
 * `apiInterface`; a getter that is sent as a command is an unknown command (H4).
 */
export const HOST_READS = [
  'getApiInterface',
  'getAvailablePlaybackRates',
  'getAvailableQualityLevels',
  'getCurrentTime',
  'getDebugText',
  'getDuration',
  'getMediaReferenceTime',
  'getOption',
  'getOptions',
  'getPlaybackQuality',
  'getPlaybackRate',
  'getPlayerState',
  'getPlaylist',
  'getPlaylistId',
  'getPlaylistIndex',
  'getSize',
  'getSphericalProperties',
  'getVideoBytesLoaded',
  'getVideoBytesTotal',
  'getVideoData',
  'getVideoEmbedCode',
  'getVideoLoadedFraction',
  'getVideoStartBytes',
  'getVideoUrl',
  'getVolume',
  'isMuted',
  'isVideoInfoVisible',
] as const;
