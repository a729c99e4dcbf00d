/**
 * The public types of the promise client. They import only types of the package, so that its declarations stand alone.
 */
import type { DataSaverChoice, ViewDirection } from '../player/host-player.ts';
import type { HostErrorCode, OrielFailure } from './failure.ts';

export type { DataSaverChoice, ViewDirection } from '../player/host-player.ts';
export type * from './failure.ts';

/** Storage that a viewer has agreed to: only for their own actions, also to recognise them, or also to measure them. */
export type Consent = 'strict' | 'functional' | 'measured';

export type PlayerStateName = 'unstarted' | 'ended' | 'playing' | 'paused' | 'buffering' | 'cued';

export interface CreatePlayerOptions {
  readonly videoId?: string;
  /** Origin that serves the player; by default this module's own origin. Required in a bundled copy. */
  readonly host?: string;
  readonly width?: number | string;
  readonly height?: number | string;
  /**
   * `lazy`: the frame loads when it comes near the viewport, and the promise waits until then, without a deadline.
   */
  readonly loading?: 'lazy' | 'eager';
  /** Name of the frame for screen readers; by default the title of the video. */
  readonly title?: string;
  /** Parameters of the embed address: `autoplay`, `controls`, `start`, `hl` and all others. */
  readonly parameters?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Pauses the other players of the page that have this option, too, whenever this player begins to play. */
  readonly pauseOthers?: boolean;
  /** Delegates the viewer's location to the frame, for videos that are played only to viewers who share it. */
  readonly geolocation?: boolean;
  /** Session id, if the embed page enforces one. */
  readonly sessionId?: string;
  /** Its abort stops the wait for the player, or destroys the player later. */
  readonly signal?: AbortSignal;
  readonly readyTimeoutMs?: number;
  readonly commandTimeoutMs?: number;
}

/** A video id, or a video or list with a start, an end and a quality. */
export type VideoSource =
  | string
  | {
      readonly videoId?: string;
      /** An address with a path `/v/{id}`, `/e/{id}` or `/embed/{id}`. */
      readonly url?: string;
      /** A list id, or the video ids of a list. */
      readonly playlist?: string | readonly string[];
      readonly index?: number;
      readonly startSeconds?: number;
      readonly endSeconds?: number;
      readonly quality?: string;
    };

export interface CaptionTrack {
  readonly languageCode: string;
  readonly name: string;
  readonly isAutomatic: boolean;
}

/** A chapter ends where the next chapter begins. */
export interface Chapter {
  readonly title: string;
  readonly startSeconds: number;
}

/** Live state of the player: reads return the last delivery of the frame, and the time advances between deliveries. */
export interface LiveInfo {
  readonly state: PlayerStateName;
  /** Seconds. */
  readonly currentTime: number;
  /** Seconds; 0 until known. */
  readonly duration: number;
  /** 0 to 1. */
  readonly loadedFraction: number;
  /** Seconds. */
  readonly seekable: readonly [start: number, end: number];
  /** 0 to 100, also while muted. */
  readonly volume: number;
  readonly muted: boolean;
  readonly rate: number;
  readonly rates: readonly number[];
  readonly quality: string;
  readonly qualities: readonly string[];
  readonly video: {
    readonly id: string;
    readonly title: string;
    readonly author: string;
    readonly url: string;
    readonly isLive: boolean;
    readonly isPlayable: boolean;
    /** Name of the error; `null` without one. */
    readonly errorName: string | null;
  };
  readonly isAtLiveEdge: boolean;
  /** Chapters in order; empty for a video without chapters. */
  readonly chapters: readonly Chapter[];
  /** The current chapter; `null` before the first chapter, and without chapters. */
  readonly chapter: Chapter | null;
  /** The frame fills the screen, whether the host or the frame requested it. */
  readonly fullscreen: boolean;
  /** The video is in a picture-in-picture window. */
  readonly pictureInPicture: boolean;
  /** The video plays on a receiver, such as a television. */
  readonly remotePlayback: boolean;
  /** Whether the limits of the data saver apply: by choice of the host or the viewer, or by the connection. */
  readonly dataSaver: boolean;
  /** Whether `setQuality('audio')` is possible: sound without pictures. */
  readonly hasSoundAlone: boolean;
  readonly playlist: {
    readonly videoIds: readonly string[];
    readonly index: number;
    readonly id: string | null;
  } | null;
  readonly captions: { readonly tracks: readonly CaptionTrack[]; readonly active: string | null };
  readonly view: ViewDirection;
  /** Wire version of the frame, `major.minor`; `null` until it is known, and for older frames. */
  readonly wireVersion: string | null;
}

/** Data of each event, by name. */
export interface PlayerEvents {
  statechange: { readonly state: PlayerStateName };
  timeupdate: { readonly currentTime: number };
  volumechange: { readonly volume: number; readonly muted: boolean };
  ratechange: { readonly rate: number };
  qualitychange: { readonly quality: string };
  captionschange: null;
  durationchange: { readonly duration: number };
  /** Playback begins or stops waiting for data. */
  bufferingchange: { readonly active: boolean };
  chapterchange: { readonly chapter: Chapter | null };
  seeking: { readonly currentTime: number };
  seeked: { readonly currentTime: number };
  fullscreenchange: { readonly active: boolean };
  pictureinpicturechange: { readonly active: boolean };
  remoteplaybackchange: { readonly active: boolean };
  autoplayblocked: null;
  /** `error.message` describes it; `error.code` is `playback`, or `refused` for a bad parameter. */
  error: { readonly code: HostErrorCode; readonly error: OrielFailure };
  /** Anything in {@link LiveInfo} may have changed. */
  infochange: null;
  destroy: null;
}

export interface ListenOptions {
  readonly signal?: AbortSignal;
  readonly once?: boolean;
  /**
   * Interval of `timeupdate` during playback, milliseconds. By default whenever the frame reports the time: at most four times a
   * second.
   */
  readonly intervalMs?: number;
}

/** Every command returns a promise, which settles: carried out, refused, timed out, or destroyed. */
export interface OrielPlayer {
  readonly info: LiveInfo;
  readonly frame: HTMLIFrameElement;
  /** Resolves when playback has begun. Rejects with `blocked` if the browser requires a press first. */
  play(): Promise<void>;
  pause(): Promise<void>;
  stop(): Promise<void>;
  seek(seconds: number): Promise<void>;
  load(source: VideoSource): Promise<void>;
  cue(source: VideoSource): Promise<void>;
  next(): Promise<void>;
  previous(): Promise<void>;
  playAt(index: number): Promise<void>;
  setLoop(loop: boolean): Promise<void>;
  setShuffle(shuffle: boolean): Promise<void>;
  mute(): Promise<void>;
  unmute(): Promise<void>;
  setVolume(volume: number): Promise<void>;
  setRate(rate: number): Promise<void>;
  /** A name of `info.qualities`; `auto` lets the player choose. */
  setQuality(quality: string): Promise<void>;
  /** `auto` saves data where the browser requests it, or the connection is slow or metered. */
  setDataSaver(choice: DataSaverChoice): Promise<void>;
  /** Name of the best quality that the player chooses by itself; `auto` for no limit. */
  setMaxQuality(quality: string): Promise<void>;
  /** A language of `info.captions.tracks`, or `null` for no captions. */
  setCaptions(languageCode: string | null): Promise<void>;
  /** -1 to 3. */
  setCaptionSize(size: number): Promise<void>;
  /** Consent of the viewers of this page. Their own signals can only lower it. */
  setConsent(consent: Consent): Promise<void>;
  look(direction: ViewDirection): Promise<void>;
  /** Fills the screen with the frame. Only in a user gesture on this page; browsers refuse it otherwise. */
  requestFullscreen(): Promise<void>;
  exitFullscreen(): Promise<void>;
  /** Opens picture in picture. Rejects with `blocked` unless the viewer has just pressed something inside the frame. */
  requestPictureInPicture(): Promise<void>;
  exitPictureInPicture(): Promise<void>;
  /**
   * Opens the browser's list of receivers, such as televisions, or brings the video back from a receiver. Resolves when the frame has the
   * request; `remoteplaybackchange` reports the outcome. The viewer has to have pressed something inside the frame just before.
   */
  requestRemotePlayback(): Promise<void>;
  exitRemotePlayback(): Promise<void>;
  /**
   * Calls `listener` whenever playback reaches that position; a seek past it does not count. Returns a function that removes the
   * cue point; another video removes it, too.
   */
  addCuePoint(seconds: number, listener: () => void, options?: ListenOptions): () => void;
  setSize(width: number | string, height: number | string): void;
  /** Markup that embeds the same video elsewhere. */
  embedCode(): string;
  /** Returns a function that removes the listener. */
  on<Name extends keyof PlayerEvents>(
    name: Name,
    listener: (event: PlayerEvents[Name]) => void,
    options?: ListenOptions,
  ): () => void;
  /** Yields the current state, then every change; ends with the player. */
  states(options?: { readonly signal?: AbortSignal }): AsyncIterableIterator<PlayerStateName>;
  /** May be called at any time, repeatedly. Pending promises reject. */
  destroy(): void;
}

/**
 * Creates a player in place of an element, or of the first element that a selector finds; a frame is adopted unchanged. Resolves
 * when the player accepts commands and has the data of its video.
 */
export type CreatePlayer = (target: Element | string, options?: CreatePlayerOptions) => Promise<OrielPlayer>;
