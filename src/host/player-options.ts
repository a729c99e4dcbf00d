import type { HostPlayer } from './player/host-player.ts';
import type { PlayerEventData, PlayerListenerEvent } from './player/player-events.ts';

/** One parameter of the embed address. */
export type PlayerVariable = string | number | boolean | null | undefined;

/** Listeners by event name, typed with the data of their event. */
type PlayerEventListeners = {
  readonly [Name in keyof PlayerEventData]?:
    ((event: PlayerListenerEvent<PlayerEventData[Name], HostPlayer>) => void) | string | undefined;
};

/** Options typed as `YT.PlayerOptions`: that interface has no index signature, and its events have another target. */
type OtherPlayerOptions = Omit<PlayerOptions, 'playerVars' | 'events'> & {
  readonly playerVars?: object | null | undefined;
  readonly events?:
    { readonly [Name in keyof PlayerEventData]?: ((event: never) => void) | string | undefined } | null | undefined;
};

/** Options of `new Oriel.Player(target, options)`. `null`, `undefined` and `''` mean "not given". */
export interface PlayerOptions {
  readonly videoId?: string | null | undefined;
  readonly width?: number | string | null | undefined;
  readonly height?: number | string | null | undefined;
  /** Origin that serves the player; without it, the origin that served this script. */
  readonly host?: string | null | undefined;
  readonly playerVars?: Readonly<Record<string, PlayerVariable>> | null | undefined;
  readonly events?: PlayerEventListeners | null | undefined;
  readonly title?: string | null | undefined;
  /** `lazy`: the frame loads when it comes near the viewport, or when it receives a command. */
  readonly loading?: 'lazy' | 'eager' | undefined;
  /** Pauses the other players of the page that have this option, too, whenever this player begins to play. */
  readonly pauseOthers?: boolean | undefined;
  /** Delegates the viewer's location to the frame, for videos that are played only to viewers who share it. */
  readonly geolocation?: boolean | undefined;
  /** Session id sent with every message, if the embed page enforces one. */
  readonly sessionId?: string | undefined;
}

/** `Oriel.Player` for pages; the second form accepts options that pages have typed for another library. */
export interface PlayerConstructor {
  new (target: Element | string, options?: PlayerOptions): HostPlayer;
  new (target: Element | string, options: OtherPlayerOptions): HostPlayer;
}
