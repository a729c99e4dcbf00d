import type {
  CaptionTrack,
  Chapter,
  HostErrorCode,
  OrielFailure,
  OrielPlayer,
  PlayerStateName,
} from '../client/types.ts';

/** The public types of `<oriel-player>`. */

/** Details of its events by name. All cross shadow trees; all but `error` bubble. */
export interface OrielPlayerEventDetails {
  /** The frame has been made, in the task before. */
  loadstart: null;
  /** The player takes commands and knows its video. */
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
  /** More is loaded, or less: `buffered` has changed. */
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
  /** The browser requires a press inside the frame before it plays. */
  autoplayblocked: null;
  /** `code` is the number that hosts know, `null` where the player itself could not be loaded. Does not bubble. */
  error: { readonly code: HostErrorCode | null; readonly error: OrielFailure };
}

export type OrielPlayerEvents = {
  [Name in keyof OrielPlayerEventDetails]: CustomEvent<OrielPlayerEventDetails[Name]>;
};

/** Attributes as properties: they reflect, in both directions. `title` and `lang` are inherited from `HTMLElement`. */
export interface OrielPlayerAttributes {
  videoId: string;
  /** A list id, or video ids with commas. */
  playlist: string;
  /** Seconds; `null` for none. */
  start: number | null;
  end: number | null;
  autoplay: boolean;
  /** Muted when it starts; {@link OrielPlayerElement.muted} is how it is now. */
  defaultMuted: boolean;
  loop: boolean;
  controls: boolean;
  /** `dark` or `light`; empty follows the viewer's system. */
  theme: string;
  color: string;
  aspectRatio: string;
  loading: string;
  /** A poster and a play button, until it is wanted. */
  lite: boolean;
  poster: string;
  /** Pauses the other players of the page that have it, too, whenever this one begins to play. */
  pauseOthers: boolean;
  geolocation: boolean;
  /** Origin that serves the player; empty is where the module came from. */
  host: string;
  /** Further parameters of the embed address, as a query. */
  parameters: string;
}

/** `<oriel-player>`. What it shares with media elements has their names, units and meaning. */
export interface OrielPlayerElement extends HTMLElement, OrielPlayerAttributes {
  /** Seconds. Set before there is a player, it is where that one starts. */
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
  /** Why it cannot be played; `null` while nothing is wrong. */
  readonly error: OrielFailure | null;
  /** The promise client, with everything else that the player can do; `null` until it is ready. */
  readonly player: OrielPlayer | null;
  /** Makes the frame if there is none yet. Resolves when it plays, rejects with an `OrielError`. */
  play(): Promise<void>;
  pause(): void;
  /** Makes the frame if there is none yet. Resolves with the promise client, rejects with an `OrielError`. */
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
