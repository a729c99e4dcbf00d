import type { HostPlayer } from './player/host-player.ts';
import type { PlayerListener } from './player/player-events.ts';
import type { PlayerConstructor, PlayerOptions } from './player-options.ts';

export type * from './player/host-player.ts';
export type * from './player/player-events.ts';
export type * from './player-options.ts';

/** Names that `/iframe_api` defines as `Oriel`, and as `YT` for pages written for that name. */
export interface ScriptApi {
  readonly Player: PlayerConstructor;
  readonly PlayerState: {
    readonly UNSTARTED: -1;
    readonly ENDED: 0;
    readonly PLAYING: 1;
    readonly PAUSED: 2;
    readonly BUFFERING: 3;
    readonly CUED: 5;
  };
  readonly version: string;
  /** Wire version of the script, `major.minor`. */
  readonly wireVersion: string;
  readonly loading: 0 | 1;
  readonly loaded: 0 | 1;
  ready(callback: () => void): void;
  get(elementId: string): HostPlayer | undefined;
  scan(): HostPlayer[];
  subscribe(topic: string, listener: PlayerListener): void;
  unsubscribe(topic: string, listener: PlayerListener): void;
  setConfig(config: PlayerOptions): void;
}

declare global {
  /** Global that the script defines; pages with modules use the promise client instead. */
  const Oriel: ScriptApi;
  interface Window {
    readonly Oriel?: ScriptApi;
    onYouTubeIframeAPIReady?: () => void;
  }
}
