/** Data of each event that the script passes on, by its name. */
export interface PlayerEventData {
  onReady: null;
  /** −1 unstarted, 0 ended, 1 playing, 2 paused, 3 buffering, 5 cued. */
  onStateChange: number;
  onPlaybackQualityChange: string;
  onPlaybackRateChange: number;
  /** 2, 5, 100, 150, 151 or 152. */
  onError: number;
  onApiChange: null;
  onAutoplayBlocked: null;
  onVolumeChange: { readonly volume: number; readonly muted: boolean };
  /** Seconds. */
  onVideoProgress: number;
  onSeeking: number;
  onSeeked: number;
  onFullscreenChange: boolean;
  onPictureInPictureChange: boolean;
  onRemotePlaybackChange: boolean;
  onFullscreenExitRequest: null;
}

export interface PlayerListenerEvent<Data = unknown, Target = object> {
  readonly target: Target;
  /** `null` for events without data. */
  readonly data: Data;
}

/** A function, or the name of a function on `window`, resolved when the event occurs. */
export type PlayerListener = ((event: PlayerListenerEvent) => void) | string;
