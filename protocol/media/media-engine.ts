import type { Outcome } from '../runtime/outcome.ts';
import type { PlayerErrorCode } from '../errors.ts';
import type { QualityName } from '../host/player-info.ts';

/**
 * How a video is played: by an engine in the media worker, by the same engine on main where workers have no
 * MediaSource, by the browser's own HLS, or as a plain file.
 */
export type MediaPath = 'worker' | 'main' | 'native' | 'progressive';

export interface MediaSourceDescription {
  readonly videoId: string;
  readonly hlsManifestUrl?: string;
  readonly progressive: readonly { url: string; mimeType: string; height: number }[];
  readonly isLive: boolean;
  readonly startSeconds: number;
  /** The player shows a part of the picture: it needs more pixels than the player has. */
  readonly isSpherical?: boolean;
  /** Texts of playlists by address, as far as the page has them. */
  readonly inlinePlaylists?: Readonly<Record<string, string>>;
  /** Init segments by address, in base64, as far as the page has them. */
  readonly firstInits?: FirstParts['inits'];
}

/** What a start at the beginning needs of the lowest level and its sound; a data block of the page. */
export interface FirstParts {
  /** By address, in base64. */
  readonly inits: Readonly<Record<string, string>>;
  /** Addresses of the first media segments, video first. */
  readonly segments: string[];
}

/** What an engine knows of its stream; sent on change, never polled. */
export interface MediaEngineState {
  /** Names on offer, highest first, `auto` last; empty before the playlist is known. */
  readonly qualities: readonly QualityName[];
  /** Name of the picture on screen. */
  readonly quality: QualityName;
  /** Whether the engine chooses by itself. */
  readonly automatic: boolean;
  readonly isLive: boolean;
  /** Media time, seconds. Only where the element's own `seekable` is wrong, as for live. */
  readonly seekable: readonly [startSeconds: number, endSeconds: number] | null;
  readonly audioTracks: readonly AudioTrackDescription[];
  /** Id of the one that is heard; empty where there is nothing to choose. */
  readonly audioTrack: string;
}

export interface AudioTrackDescription {
  readonly id: string;
  readonly name: string;
  /** Empty where it is not known. */
  readonly languageCode: string;
}

export interface MediaEngineEvents {
  state: MediaEngineState;
  /** Recovery has failed; playback is over until somebody acts. */
  fatal: { readonly code: PlayerErrorCode; readonly message: string; readonly detail: string };
  /** Counted and logged, never shown. */
  problem: { readonly detail: string };
  /** The engine has moved the element, knowing where the viewer wants to be: over a hole, or into a live window. */
  moved: { readonly seconds: number };
  /** Another worker or another engine plays the stream now: settings have to be applied again. */
  reopened: { readonly path: MediaPath };
}

/**
 * One way to get a stream into a media element. It lives with hls.js in the media worker over a stand-in element, or on
 * main over the real one; the page sees the same thing. `Media` is what it drives.
 */
export interface MediaEngine {
  readonly path: MediaPath;
  load(source: MediaSourceDescription): Promise<Outcome<void>>;
  /** Lets go of the media element and everything that was fetched. */
  detach(): void;
  setQuality(quality: QualityName): void;
  setAudioTrack(id: string): void;
  /**
   * Where the viewer wants to be, media seconds, from the moment it was asked for until the element is there; `null` from
   * then on. The element follows as soon as it can. Engines that only read the element need not listen.
   */
  setTarget(seconds: number | null): void;
  /** The element plays; called about once a second, for engines that do not see it. */
  observeElement?(): void;
  /** Tries again from where it is after a `fatal`. */
  recover(positionSeconds: number): Promise<Outcome<void>>;
  on<Name extends keyof MediaEngineEvents>(name: Name, listener: (event: MediaEngineEvents[Name]) => void): () => void;
}

/**
 * What `workers/media/hls-engine.ts` exports; both threads load it by address, so it is one file for both. `media` is
 * an `HTMLMediaElement` on main or its stand-in in the worker, where `openMediaSource` makes the source that the real
 * element plays. `startedStream` is what a head start has begun.
 */
export interface MediaEngineModule<Media = unknown, Source = unknown, StartedStream = unknown> {
  createMediaEngine(media: Media, openMediaSource?: () => Source, startedStream?: StartedStream): MediaEngine;
}
