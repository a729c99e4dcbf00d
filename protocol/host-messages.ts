import * as z from 'zod/mini';
import { PLAYBACK_RATE_RANGE, SphericalProperties } from './player-info.ts';
import { VideoOptions } from './video-options.ts';

/** The wire between a host page and the embed page (`host-api.md` 3): JSON strings in both directions. */

/** Channel of the host script; raw clients send none. */
export const HOST_CHANNEL = 'widget';

/** What a sender may call itself: a number from the script, anything from raw clients (host-api 1.2). */
const SenderId = z.optional(z.union([z.number(), z.string(), z.null()]));

const address = { id: SenderId, channel: z.optional(z.string()), sessionId: z.optional(z.string()) };

/** From host to frame. Keys that are not named here are ignored. */
export const HostMessage = z.discriminatedUnion('event', [
  z.object({ event: z.literal('listening'), ...address }),
  z.object({
    event: z.literal('command'),
    func: z.string().check(z.maxLength(64)),
    /** An array, `""`, missing, or one scalar (host-api 1.9); the command's own schema reads it. */
    args: z.optional(z.unknown()),
    ...address,
  }),
]);
export type HostMessage = z.infer<typeof HostMessage>;

/** From frame to host. */
export const FrameMessage = z.object({
  event: z.string(),
  info: z.unknown(),
  id: SenderId,
  channel: z.optional(z.string()),
});
export type FrameMessage = z.infer<typeof FrameMessage>;

/** Deliveries and notices the frame sends beside subscribed events (host-api 3.3). */
export const FRAME_EVENTS = {
  initialDelivery: 'initialDelivery',
  infoDelivery: 'infoDelivery',
  apiInfoDelivery: 'apiInfoDelivery',
  readyToListen: 'readyToListen',
  alreadyInitialized: 'alreadyInitialized',
} as const;

/** Events a host may subscribe to (host-api 2.5). */
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
  /** Ours: what hosts have asked for for years (host-api 6 no. 6, features.md). */
  'onSeeking',
  'onSeeked',
  'onFullscreenChange',
] as const;
export type PlayerEventName = (typeof PLAYER_EVENTS)[number];

const Any = z.unknown();
const none = z.pipe(
  z.array(Any),
  z.transform((): [] => []),
);
/** Hosts send numbers as text at times; `Number` reads both, and NaN is refused. */
const Numeric = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\s*-?\d+(\.\d+)?\s*$/, 'expected a number'))]),
  z.transform((value) => Number(value)),
);
const Bool = z.pipe(
  z.union([z.boolean(), z.number(), z.enum(['true', 'false', '0', '1'])]),
  z.transform((value) => value === true || value === 1 || value === 'true' || value === '1'),
);
const Seconds = Numeric;
const Volume = z.pipe(
  Numeric,
  z.transform((value) => Math.min(100, Math.max(0, value))),
);
const Rate = z.pipe(Numeric, z.number().check(z.gte(PLAYBACK_RATE_RANGE.min), z.lte(PLAYBACK_RATE_RANGE.max)));
const OptionName = z.string().check(z.maxLength(64));

/** Positional `(videoId, startSeconds?, quality?)`, or one object. The key of the first argument differs. */
function videoArguments<Key extends 'videoId' | 'mediaContentUrl'>(key: Key) {
  const positional = z.pipe(
    z.tuple([z.string(), z.optional(z.nullable(Seconds)), z.optional(z.nullable(z.string()))], Any),
    z.transform(([first, startSeconds, suggestedQuality]) => ({ [key]: first, startSeconds, suggestedQuality })),
  );
  const object = z.pipe(
    z.tuple([z.record(z.string(), Any)], Any),
    z.transform(([options]) => options),
  );
  return z.pipe(
    z.pipe(
      z.union([positional, object]),
      z.transform((options) => dropEmpty(options)),
    ),
    VideoOptions,
  );
}

/** Positional `(string or array of ids, index?, startSeconds?, quality?)`, or one object. */
const PlaylistArguments = z.pipe(
  z.pipe(
    z.union([
      z.pipe(
        z.tuple(
          [
            z.union([z.string(), z.array(z.string())]),
            z.optional(z.nullable(Numeric)),
            z.optional(z.nullable(Seconds)),
            z.optional(z.nullable(z.string())),
          ],
          Any,
        ),
        z.transform(([playlist, index, startSeconds, suggestedQuality]) => ({
          playlist,
          index,
          startSeconds,
          suggestedQuality,
        })),
      ),
      z.pipe(
        z.tuple([z.record(z.string(), Any)], Any),
        z.transform(([options]) => options),
      ),
    ]),
    z.transform((options) => dropEmpty(options)),
  ),
  VideoOptions,
);

/** `null`, `undefined` and `''` mean "not given" (host-api 2.2), and numbers may come as text. */
function dropEmpty(options: object): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(options)) {
    if (value === null || value === undefined || value === '') continue;
    const isNumber = key === 'startSeconds' || key === 'endSeconds' || key === 'index';
    kept[key] = isNumber && typeof value === 'string' ? Number(value) : value;
  }
  return kept;
}

/**
 * Every command a host may give (H4), with the schema of its argument list. `apiInterface` of the initial delivery is
 * made from the names. Surplus arguments are ignored, as they always were.
 */
export const HOST_COMMANDS = {
  cueVideoById: videoArguments('videoId'),
  loadVideoById: videoArguments('videoId'),
  cueVideoByUrl: videoArguments('mediaContentUrl'),
  loadVideoByUrl: videoArguments('mediaContentUrl'),
  cuePlaylist: PlaylistArguments,
  loadPlaylist: PlaylistArguments,
  playVideo: none,
  pauseVideo: none,
  stopVideo: none,
  /** A missing second argument means seek (host-api 1.9). */
  seekTo: z.tuple([Seconds, z.optional(z.nullable(Bool))], Any),
  nextVideo: none,
  previousVideo: none,
  playVideoAt: z.tuple([Numeric], Any),
  setLoop: z.tuple([Bool], Any),
  setShuffle: z.tuple([Bool], Any),
  mute: none,
  unMute: none,
  /** No argument means 0 (vidstack, host-api 1.9). */
  setVolume: z.tuple([z._default(Volume, 0)], Any),
  setPlaybackRate: z.tuple([Rate], Any),
  setPlaybackQuality: z.tuple([z.string()], Any),
  setPlaybackQualityRange: z.tuple([z.string(), z.optional(z.nullable(z.string()))], Any),
  setOption: z.tuple([OptionName, OptionName, z.optional(Any)], Any),
  loadModule: z.tuple([OptionName], Any),
  unloadModule: z.tuple([OptionName], Any),
  setSphericalProperties: z.tuple([SphericalProperties], Any),
  setSize: z.tuple([z.optional(Any), z.optional(Any)], Any),
  addEventListener: z.tuple([z.string().check(z.maxLength(64))], Any),
  removeEventListener: z.tuple([z.string().check(z.maxLength(64))], Any),
} as const;
export type HostCommandName = keyof typeof HOST_COMMANDS;
export type HostCommandArguments<Name extends HostCommandName> = z.infer<(typeof HOST_COMMANDS)[Name]>;

/** One checked command: its name and its arguments in their final form. */
export type HostCommand = {
  [Name in HostCommandName]: { readonly name: Name; readonly arguments: HostCommandArguments<Name> };
}[HostCommandName];

/**
 * Reads of the host object. The script answers them from the last delivery: `getFoo` reads `info.foo`, `isFoo` reads
 * `info.foo` (host-api 2.4). They are part of `apiInterface`, and harmless when sent as commands.
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

/** `args` as clients send it, as a list (host-api 1.9). */
export function argumentList(args: unknown): unknown[] {
  if (args === undefined || args === null || args === '') return [];
  return Array.isArray(args) ? (args as unknown[]) : [args];
}
