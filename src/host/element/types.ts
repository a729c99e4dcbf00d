import type {
  CaptionTrack,
  Chapter,
  HostErrorCode,
  OrielFailure,
  OrielPlayer,
  PlayerStateName,
} from '../client/types.ts';

/** The public types of `<oriel-player>`. */

/** Details of the events by name. All events cross shadow trees; all except `error` bubble. */
export interface OrielPlayerEventDetails {
  /** The frame was created, in the previous task. */
  loadstart: null;
  /** The player accepts commands and has the data of its video. */
  ready: { readonly player: OrielPlayer };
  loadedmetadata: { readonly duration: number };
  videochange: { readonly videoId: string; readonly title: string };
  statechange: { readonly state: PlayerStateName };
  play: null;
  playing: null;
  pause: null;
  waiting: null;
  ended: null;
  /** Seconds; four times a second while it plays. */
  timeupdate: { readonly currentTime: number };
  durationchange: { readonly duration: number };
  /** `buffered` has changed: more or less is loaded. */
  progress: null;
  seeking: { readonly currentTime: number };
  seeked: { readonly currentTime: number };
  /** `volume` from 0 to 1, also while muted. */
  volumechange: { readonly volume: number; readonly muted: boolean };
  ratechange: { readonly playbackRate: number };
  qualitychange: { readonly quality: string };
  captionschange: { readonly tracks: readonly CaptionTrack[]; readonly active: string | null };
  chapterchange: { readonly chapter: Chapter | null };
  pictureinpicturechange: { readonly active: boolean };
  remoteplaybackchange: { readonly active: boolean };
  /** The browser requires a press inside the frame before playback. */
  autoplayblocked: null;
  /** `code` is the error number of the script API, or `null` if the player could not be loaded. Does not bubble. */
  error: { readonly code: HostErrorCode | null; readonly error: OrielFailure };
}

export type OrielPlayerEvents = {
  [Name in keyof OrielPlayerEventDetails]: CustomEvent<OrielPlayerEventDetails[Name]>;
};

/** Attributes as properties: they reflect, in both directions. `title` and `lang` are inherited from `HTMLElement`. */
export interface OrielPlayerAttributes {
  videoId: string;
  /** A list id, or video ids separated by commas. */
  playlist: string;
  /** Seconds; `null` if not set. */
  start: number | null;
  end: number | null;
  autoplay: boolean;
  /** Muted at the start; {@link OrielPlayerElement.muted} is the current state. */
  defaultMuted: boolean;
  loop: boolean;
  controls: boolean;
  /** `dark` or `light`; empty follows the viewer's system. */
  theme: string;
  color: string;
  aspectRatio: string;
  loading: string;
  /** Shows a poster and a play button until the viewer or the page starts the player. */
  lite: boolean;
  poster: string;
  /** Pauses the other players of the page with this attribute whenever this player begins to play. */
  pauseOthers: boolean;
  geolocation: boolean;
  /** Origin that serves the player; empty for the module's own origin. */
  host: string;
  /** Further parameters of the embed address, as a query. */
  parameters: string;
}

/** `<oriel-player>`. Members that media elements have, too, keep their names, units and meaning. */
export interface OrielPlayerElement extends HTMLElement, OrielPlayerAttributes {
  /** Seconds. A value that is set before the player exists is its start position. */
  currentTime: number;
  /** 0 to 1, also while muted. */
  volume: number;
  muted: boolean;
  playbackRate: number;
  /** Seconds; NaN until known. */
  readonly duration: number;
  readonly paused: boolean;
  readonly ended: boolean;
  readonly seeking: boolean;
  /** 0 without metadata, 2 while it waits for data, else 4. */
  readonly readyState: number;
  readonly buffered: TimeRanges;
  readonly seekable: TimeRanges;
  /** Reason why the video cannot be played; `null` without an error. */
  readonly error: OrielFailure | null;
  /** The promise client, with everything else that the player can do; `null` until it is ready. */
  readonly player: OrielPlayer | null;
  /** Creates the frame if needed. Resolves when playback has begun, rejects with an `OrielError`. */
  play(): Promise<void>;
  pause(): void;
  /** Creates the frame if needed. Resolves with the promise client, rejects with an `OrielError`. */
  whenReady(): Promise<OrielPlayer>;
  addEventListener<Name extends keyof OrielPlayerEvents>(
    name: Name,
    listener: (this: OrielPlayerElement, event: OrielPlayerEvents[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<Name extends Exclude<keyof HTMLElementEventMap, keyof OrielPlayerEvents>>(
    name: Name,
    listener: (this: OrielPlayerElement, event: HTMLElementEventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    name: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<Name extends keyof OrielPlayerEvents>(
    name: Name,
    listener: (this: OrielPlayerElement, event: OrielPlayerEvents[Name]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener<Name extends Exclude<keyof HTMLElementEventMap, keyof OrielPlayerEvents>>(
    name: Name,
    listener: (this: OrielPlayerElement, event: HTMLElementEventMap[Name]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    name: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'oriel-player': OrielPlayerElement;
  }
}
