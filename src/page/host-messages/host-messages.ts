import * as z from 'zod/mini';
import { CONSENTS } from '../../../protocol/privacy/consent.ts';
import { within } from '../../../protocol/runtime/within.ts';
import { QUALITY_NAMES, SphericalProperties } from '../../../protocol/host/player-info.ts';
import { VideoOptions } from '../../../protocol/host/video-options.ts';
import { DATA_SAVER_CHOICES } from '../../../protocol/media/loading-limits.ts';
import { FASTEST_PLAYBACK_RATE, SLOWEST_PLAYBACK_RATE } from '../../../protocol/constants.ts';

export * from '../../../protocol/host/host-vocabulary.ts';

/** The wire between a host page and the embed page (src/host/wire/README.md): JSON strings in both directions. */

/** Name of a sender: the host script sends a number, raw clients any number or text. */
const SenderId = z.optional(z.nullable(z.union([z.number(), z.string()])));

const address = { id: SenderId, channel: z.optional(z.string()), sessionId: z.optional(z.string()) };

/** From host to frame. Keys that are not named here are ignored. */
export const HostMessage = z.union([
  z.object({ event: z.literal('listening'), ...address }),
  z.object({
    event: z.literal('command'),
    func: z.string().check(z.maxLength(64)),
    /** Clients send an array, `""`, nothing, or one scalar; the command's own schema reads it. */
    args: z.optional(z.unknown()),
    /** Extension: requests a `commandResult` with the same number. */
    callId: z.optional(z.int()),
    ...address,
  }),
]);
export type HostMessage = z.infer<typeof HostMessage>;

const Any = z.unknown();
const AnyObject = z.looseObject({});
/** Arguments by position; surplus arguments are left out. */
function list<const Items extends readonly [z.core.SomeType, ...z.core.SomeType[]]>(...items: Items) {
  const known = z.pipe(
    z.array(Any),
    z.transform((values: unknown[]) => values.slice(0, items.length)),
  );
  return z.pipe(known, z.tuple(items));
}
const none = z.pipe(
  z.array(Any),
  z.transform((): [] => []),
);
/** Some hosts send numbers as text; both forms are accepted, NaN is refused. */
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
const VolumeArguments = z.pipe(
  list(z.optional(Volume)),
  z.transform(([volume = 0]): [number] => [volume]),
);
const Rate = z.pipe(Numeric, z.number().check(within(SLOWEST_PLAYBACK_RATE, FASTEST_PLAYBACK_RATE)));
const OptionName = z.string().check(z.maxLength(64));

/** Positional `(videoId, startSeconds?, quality?)`, or one object. `key` names the first argument: an id or an address. */
function videoArguments<Key extends 'videoId' | 'mediaContentUrl'>(key: Key) {
  const positional = z.pipe(
    list(z.string(), z.optional(z.nullable(Seconds)), z.optional(z.nullable(z.string()))),
    z.transform(([first, startSeconds, suggestedQuality]) => ({ [key]: first, startSeconds, suggestedQuality })),
  );
  const object = z.pipe(
    list(AnyObject),
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
        list(
          z.union([z.string(), z.array(z.string())]),
          z.optional(z.nullable(Numeric)),
          z.optional(z.nullable(Seconds)),
          z.optional(z.nullable(z.string())),
        ),
        z.transform(([playlist, index, startSeconds, suggestedQuality]) => ({
          playlist,
          index,
          startSeconds,
          suggestedQuality,
        })),
      ),
      z.pipe(
        list(AnyObject),
        z.transform(([options]) => options),
      ),
    ]),
    z.transform((options) => dropEmpty(options)),
  ),
  VideoOptions,
);

/** Drops options whose value is `null`, `undefined` or `''`, which mean "not given", and converts numbers that are text. */
function dropEmpty(options: object): Record<string, unknown> {
  const given = Object.entries(options).filter(([, value]) => value !== null && value !== undefined && value !== '');
  // `fromEntries` instead of assignments, because a key `__proto__` must stay a key.
  return Object.fromEntries(
    given.map(([key, value]) => [key, isNumberKey(key) && typeof value === 'string' ? Number(value) : value]),
  );
}

function isNumberKey(key: string): boolean {
  return key === 'startSeconds' || key === 'endSeconds' || key === 'index';
}

/**
 * Every command a host may give (H4), with the schema of its argument list. Surplus arguments are ignored. The methods
 * of the host script are listed beside their types (src/host/player/host-player.ts).
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
  /** Plyr and other clients omit the second argument, and expect a seek to any position. */
  seekTo: list(Seconds, z.optional(z.nullable(Bool))),
  nextVideo: none,
  previousVideo: none,
  playVideoAt: list(Numeric),
  setLoop: list(Bool),
  setShuffle: list(Bool),
  mute: none,
  unMute: none,
  /** No argument means 0: vidstack sends no argument for silence. */
  setVolume: VolumeArguments,
  setPlaybackRate: list(Rate),
  setPlaybackQuality: list(z.string()),
  setPlaybackQualityRange: list(z.string(), z.optional(z.nullable(z.string()))),
  /** Extension: `auto` is on where the browser requests it, or the connection is slow or metered. */
  setDataSaver: list(z.enum(DATA_SAVER_CHOICES)),
  /** Extension: the best quality that the player chooses by itself; `auto` for any. */
  setMaxQuality: list(z.enum(QUALITY_NAMES)),
  setOption: list(OptionName, OptionName, z.optional(Any)),
  loadModule: list(OptionName),
  unloadModule: list(OptionName),
  setSphericalProperties: list(SphericalProperties),
  /** Extension. Browsers allow picture-in-picture only soon after a press inside the frame. */
  setPictureInPicture: list(Bool),
  /** Extension. Browsers show their list of receivers only soon after a press inside the frame. */
  setRemotePlayback: list(Bool),
  /** Extension: whether the host makes the frame fill the screen, which the frame cannot detect itself. */
  setHostFullscreen: list(Bool),
  /** Extension: the consent of the host's visitors. The viewer's own signals can only lower it. */
  setConsent: list(z.enum(CONSENTS)),
  setSize: list(z.optional(Any), z.optional(Any)),
  addEventListener: list(z.string().check(z.maxLength(64))),
  removeEventListener: list(z.string().check(z.maxLength(64))),
} as const;
export type HostCommandName = keyof typeof HOST_COMMANDS;
export const HOST_COMMAND_NAMES = Object.keys(HOST_COMMANDS) as readonly HostCommandName[];
export type HostCommandArguments<Name extends HostCommandName> = z.infer<(typeof HOST_COMMANDS)[Name]>;

/** One checked command: its name and its arguments in their final form. */
export type HostCommand = {
  [Name in HostCommandName]: { readonly name: Name; readonly arguments: HostCommandArguments<Name> };
}[HostCommandName];

/** Converts `args`, which clients send in several forms, to a list. */
export function argumentList(args: unknown): unknown[] {
  if (args === undefined || args === null || args === '') return [];
  return Array.isArray(args) ? (args as unknown[]) : [args];
}
