/** One parameter of the embed address. */
export type PlayerVariable = string | number | boolean | null | undefined;

/** Options of `new Oriel.Player(target, options)`. `null`, `undefined` and `''` mean "not given". */
export interface PlayerOptions {
  readonly videoId?: string | null | undefined;
  readonly width?: number | string | null | undefined;
  readonly height?: number | string | null | undefined;
  /** Origin that serves the player; without it, the one that served this script. */
  readonly host?: string | null | undefined;
  readonly playerVars?: Readonly<Record<string, PlayerVariable>> | null | undefined;
  readonly events?: Readonly<Record<string, PlayerListener | undefined>> | null | undefined;
  readonly title?: string | null | undefined;
  /** `lazy`: the frame loads when it comes near the viewport, or when it receives a command. */
  readonly loading?: 'lazy' | 'eager' | undefined;
  /** Pauses the other players of the page that have this option, too, whenever this one begins to play. */
  readonly pauseOthers?: boolean | undefined;
  /** The frame may ask for the viewer's location, for videos that are played only to viewers who say where they are. */
  readonly geolocation?: boolean | undefined;
  /** Session id sent with every message, if the embed page enforces one. */
  readonly sessionId?: string | undefined;
}

/** A function, or the name of one on `window`, looked up when the event occurs. */
export type PlayerListener = ((event: PlayerListenerEvent) => void) | string;

export interface PlayerListenerEvent {
  readonly target: object;
  /** `null` for events without data. */
  readonly data: unknown;
}
