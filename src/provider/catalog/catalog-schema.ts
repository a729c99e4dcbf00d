import * as z from 'zod/mini';
import { PlaylistId, VideoId } from '../../../protocol/identifiers.ts';
import { QUALITY_NAMES } from '../../../protocol/host/player-info.ts';
import {
  CaptionTrack,
  Chapter,
  PlayabilityStatus,
  ProgressiveFormat,
  Storyboard,
} from '../../../protocol/provider/player-response.ts';
import { ProtectedBy } from './protected-by.ts';
import { LocalReference, MediaReference, reference } from './references.ts';
import { pageAddressFault } from './reference-faults.ts';

/** The operator's descriptions: one JSON file per video and per playlist. `describe-videos.md` explains each field by example. */

const Seconds = z.number('write its length in seconds, and 0 for a live stream').check(z.nonnegative());
const Pixels = z.int('write the size of the picture in pixels, such as 1280 and 720').check(z.positive());
const Text = z.string().check(z.minLength(1), z.maxLength(500));

/** A page that viewers open: `http` or `https`, or a path below the provider's public address. */
export const PageAddress = reference(pageAddressFault);

/** A host name, with `*.` in front for its subdomains, and a port behind it unless that is the default; or `*` for any. */
const AllowedHost = z
  .string()
  .check(
    z.regex(/^(?:\*|(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::(?:\d{1,5}|\*))?)$/i, 'a host name, *.host name or *'),
  );

/** Browsers learn an omitted type or size from the file; a size of 0 is unknown. */
const PlainFile = z.extend(ProgressiveFormat, {
  url: MediaReference,
  mimeType: z.optional(z.string()),
  width: z._default(ProgressiveFormat.shape.width, 0),
  height: z._default(ProgressiveFormat.shape.height, 0),
  bitrate: z._default(ProgressiveFormat.shape.bitrate, 0),
});

const Posters = z.array(z.object({ url: MediaReference, mimeType: z.string(), width: Pixels, height: Pixels }));

/** Captions of a description name their address, language and name; most are subtitles. */
const CaptionFile = z.extend(CaptionTrack, {
  url: MediaReference,
  kind: z._default(CaptionTrack.shape.kind, 'subtitles'),
  isDefault: z._default(z.boolean(), false),
});

export const VideoFile = z.strictObject({
  id: VideoId,
  title: z.string().check(z.maxLength(500)),
  /** Description of the video as plain text, for pages that show a link as a card. */
  description: z.optional(z.string().check(z.maxLength(5_000))),
  /**
   * Only the name of the author, or a name with a page and a picture. Faults in these, in `pageUrl` or in `related` are warnings
   * (`loading/resolve-links.ts`): a typing error in a link does not make the video unavailable.
   */
  author: z.optional(
    z.union([Text, z.strictObject({ name: Text, url: z.optional(z.string()), picture: z.optional(z.string()) })]),
  ),
  /** Page on which the video was published. */
  pageUrl: z.optional(z.string()),
  /** Ids of videos that its owner suggests at the end. */
  related: z.optional(z.array(z.string())),
  /** Viewers subscribe to channels. */
  channelId: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'letters, digits, - and _'))),
  /** 0 for live video and for an unknown length, which players read from the media, as they do an unknown size. */
  lengthSeconds: z._default(Seconds, 0),
  width: z._default(Pixels, 0),
  height: z._default(Pixels, 0),
  isListed: z._default(z.boolean(), true),
  isSpherical: z._default(z.boolean(), false),
  /** Viewers see which moments were watched most, once enough have watched. */
  mostWatched: z._default(z.boolean(), false),
  sources: z.strictObject({
    /** A multivariant playlist. */
    hls: z.optional(MediaReference),
    /** Whether it is a live stream, which may not have begun: its playlist may be missing. */
    isLive: z._default(z.boolean(), false),
    /** A multivariant playlist whose segments are looped as an endless live stream. */
    liveLoop: z.optional(LocalReference),
    /** The best quality that players choose by themselves. */
    maxQuality: z.optional(z.enum(QUALITY_NAMES)),
    progressive: z._default(z.array(PlainFile), []),
  }),
  posters: z._default(Posters, []),
  captions: z._default(z.array(CaptionFile), []),
  /** A WebVTT file with one cue per chapter, or the chapters themselves. */
  chapters: z.optional(z.union([LocalReference, z.array(Chapter)])),
  /** A WebVTT file whose cues name parts of one image, or its description. */
  storyboard: z.optional(z.union([LocalReference, z.extend(Storyboard, { url: MediaReference })])),
  /** Hosts that may embed it; any host where absent. */
  allowedHosts: z._default(z.array(AllowedHost), ['*']),
  /** If present, the video is not played, and viewers and hosts get this status; without a reason, pages show their own text. */
  refusal: z.optional(PlayabilityStatus),
  heartbeat: z.optional(
    z.strictObject({
      intervalMs: z.int().check(z.gte(1_000), z.lte(3_600_000)),
      /** Maximum concurrent sessions; past it, the oldest session of the network with the most sessions is stopped. */
      concurrentViewersMax: z.optional(z.int().check(z.positive())),
    }),
  ),
  /** Sources of keys by key system, for encrypted samples. */
  drm: z.optional(ProtectedBy),
  /** Played only to viewers who share their location; within the area, if there is one. */
  location: z.optional(
    z.strictObject({
      area: z.optional(z.strictObject({ latitude: z.number(), longitude: z.number(), radiusKilometres: z.number() })),
    }),
  ),
});
export type VideoFile = z.infer<typeof VideoFile>;

export const PlaylistFile = z.strictObject({
  id: PlaylistId,
  title: Text,
  videoIds: z.array(VideoId).check(z.minLength(1), z.maxLength(1_000)),
});
export type PlaylistFile = z.infer<typeof PlaylistFile>;
