/** One parameter of the embed address. */
export type PlayerVariable = string | number | boolean | null | undefined;

/** What `new Oriel.Player(target, options)` takes. `null`, `undefined` and `''` mean "not given". */
export interface PlayerOptions {
  readonly videoId?: string | null | undefined;
  readonly width?: number | string | null | undefined;
  readonly height?: number | string | null | undefined;
  /** Origin that serves the player; without it, the one that served this script. */
  readonly host?: string | null | undefined;
  readonly playerVars?: Readonly<Record<string, PlayerVariable>> | null | undefined;
  readonly events?: Readonly<Record<string, PlayerListener | undefined>> | null | undefined;
  readonly title?: string | null | undefined;
  /** `lazy`: the frame loads when the viewer comes near it, or when it is given a command. */
  readonly loading?: 'lazy' | 'eager' | undefined;
  readonly embedConfig?: unknown;
  /** Where the embed page enforces a session, its id travels with every message. */
  readonly sessionId?: string | undefined;
}

/** A function, or the name of one on `window`, looked up when the event comes. */
export type PlayerListener = ((event: PlayerListenerEvent) => void) | string;

export interface PlayerListenerEvent {
  readonly target: object;
  /** `null` where there is nothing to say. */
  readonly data: unknown;
}
