import type { Outcome } from '../runtime/outcome.ts';
import type { PlayerErrorCode } from '../errors.ts';
import type { QualityName } from '../host/player-info.ts';
import type { DataUse, LoadingLimits } from './loading-limits.ts';
import type { ContentProtection } from './content-protection.ts';
import type { StreamCaptionTrack } from './stream-captions.ts';
import type { StreamCues } from './stream-cues.ts';

/**
 * How a video is played: by an engine in the media worker, by the same engine on main where workers have no
 * MediaSource, by the browser's own HLS, or as a plain file.
 */
export type MediaPath = 'worker' | 'main' | 'native' | 'progressive';

export interface MediaSourceDescription {
  readonly videoId: string;
  readonly hlsManifestUrl?: string | undefined;
  readonly progressive: readonly { url: string; mimeType: string; height: number }[];
  readonly isLive: boolean;
  readonly startSeconds: number;
  /** Quality that was chosen before the start, for the first segment on; `auto` where absent. */
  readonly quality?: QualityName;
  /** Names of the qualities that the viewer may choose, where the provider has read the playlists. */
  readonly qualities?: readonly QualityName[] | undefined;
  /** The player shows only a part of the picture, so a level with more pixels than the player is useful. */
  readonly isSpherical?: boolean;
  /** Whether the playlists need the whole engine (`engine-choice.ts`); absent where they have not been read. */
  readonly needsWholeEngine?: boolean | undefined;
  /** Requests of media carry data about playback (CMCD; `cmcd` in `site.json`). */
  readonly cmcd?: { readonly isInHeaders: boolean; readonly hasSession: boolean } | undefined;
  /** License servers of a protected video; absent for unprotected videos. */
  readonly drm?: ContentProtection | undefined;
  /** Texts of playlists by address, as far as the page has inlined them. */
  readonly inlinePlaylists?: Readonly<Record<string, string>> | undefined;
  /** Init segments by address, in base64, as far as the page has inlined them. */
  readonly firstInits?: FirstParts['inits'];
}

/**
 * Data of the lowest level and its audio for a head start at the beginning; a data block of the page. Addresses may
 * name a part of a file (`media-playlist.ts`).
 */
export interface FirstParts {
  /** Init segments by address, in base64. */
  readonly inits: Readonly<Record<string, string>>;
  /** Requests to send at once, video first: the first media segments, and the files that have to be read before them. */
  readonly segments: string[];
  /** Sum of the bytes of these requests; absent where it is unknown. */
  readonly bytes?: number;
  /** Whether only the engine can play the stream; its script is then requested at once, too. */
  readonly needsEngine: boolean;
  /** Segments are MPEG-TS, for which the media worker has a script. */
  readonly isTransport?: boolean;
}

/** The engine's view of its stream; sent on change, never polled. */
export interface MediaEngineState {
  /** Names available, highest first, `auto` last; empty before the playlist is known. */
  readonly qualities: readonly QualityName[];
  /** Name of the quality on screen. */
  readonly quality: QualityName;
  /** Whether the engine chooses the level. */
  readonly automatic: boolean;
  /** Kind of stream by its playlist, whatever the catalog said; `null` until it has been read. */
  readonly isLive: boolean | null;
  /** Media time, seconds. Only where the element's own `seekable` is wrong, as for a stream that is or was live. */
  readonly seekable: readonly [startSeconds: number, endSeconds: number] | null;
  /** Facts of a live stream, as far as the engine knows. */
  readonly live?: LiveFacts | undefined;
  readonly audioTracks: readonly AudioTrackDescription[];
  /** Id of the audible track; empty where there is only one. */
  readonly audioTrack: string;
  /** Captions inside the stream, as far as they are known. */
  readonly captionTracks?: readonly StreamCaptionTrack[];
  /** Id of the caption track whose cues are sent; empty for no track. */
  readonly captionTrack?: string;
  /** Absent where the browser reads the playlists itself. */
  readonly dataUse?: DataUse;
}

export interface LiveFacts {
  /**
   * `stopped`: no new segment has arrived for a while, because the encoder or its server is down; `not-begun`: there is no
   * playlist yet. Both end by themselves.
   */
  readonly condition: 'on' | 'stopped' | 'not-begun';
  /** The end of the newest segment or part, media seconds; `null` before the first segment. */
  readonly edgeSeconds: number | null;
  /** When the edge was first seen, milliseconds on the clock that all threads share. */
  readonly edgeAtMs: number;
  /** Target distance of playback behind the edge; `null` if the browser decides. */
  readonly targetLatencySeconds: number | null;
  /** Segments are fetched in parts, before they are whole. */
  readonly isLowLatency: boolean;
  /** Number of times that playback was moved to the live edge because its position had left the seekable window. */
  readonly jumps: number;
}

export interface AudioTrackDescription {
  readonly id: string;
  readonly name: string;
  /** Empty where it is not known. */
  readonly languageCode: string;
  /** The track describes the picture for viewers who cannot see it; absent where the stream does not say. */
  readonly isDescribed?: boolean;
}

export interface MediaEngineEvents {
  state: MediaEngineState;
  /** Recovery has failed; playback stops until `recover` or another load. */
  fatal: { readonly code: PlayerErrorCode; readonly message: string; readonly detail: string };
  /** Counted and logged, never shown. */
  problem: { readonly detail: string };
  /** Cues of the requested caption track. */
  cues: StreamCues;
  /** The engine has moved the element on purpose: over a hole, or into a live window. */
  moved: { readonly seconds: number };
  /** Another worker or another engine plays the stream now: settings have to be applied again. */
  reopened: { readonly path: MediaPath };
}

/**
 * One way to play a stream in a media element. With hls.js it runs in the media worker over a stand-in element, or on
 * main over the real element; the page uses the same interface for both.
 */
export interface MediaEngine {
  readonly path: MediaPath;
  load(source: MediaSourceDescription): Promise<Outcome<void>>;
  /** Detaches from the media element and releases everything that was fetched. */
  detach(): void;
  setQuality(quality: QualityName): void;
  setAudioTrack(id: string): void;
  /** Has no effect on native engines, for which the browser decides how much is loaded. */
  setLimits(limits: LoadingLimits): void;
  /**
   * Sends the cues of a caption track of the stream, starting with the first known cue; '' stops. Only engines that list
   * caption tracks have this method.
   */
  setCaptionTrack?(id: string): void;
  /**
   * The target of a seek, media seconds, from the request until the element has reached it; `null` afterwards. The element
   * follows as soon as it can. Engines that only read the element may ignore the target.
   */
  setTarget(seconds: number | null): void;
  /** Called about once a second during playback, for engines that need the element's state between its events. */
  observeElement?(): void;
  /** Retries from the current position after a `fatal`. */
  recover(positionSeconds: number): Promise<Outcome<void>>;
  on<Name extends keyof MediaEngineEvents>(name: Name, listener: (event: MediaEngineEvents[Name]) => void): () => void;
}
