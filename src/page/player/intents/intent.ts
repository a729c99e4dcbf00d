import { FIRST_LIMITS, type LoadingLimits } from '../../../../protocol/media/loading-limits.ts';
import type { QualityName } from '../../../../protocol/host/player-info.ts';

/**
 * The requested state of the player, whatever the element and the engine are doing. Each field stays in force until it is
 * replaced; only a position ends once it has been reached.
 */
export interface Intent {
  /** Empty until a video has been requested. */
  readonly videoId: string;
  /** Whether the stream is wanted: loading, playing and seeking request it, cueing and stopping do not. */
  readonly stream: boolean;
  readonly playing: boolean;
  /** Muted playback is acceptable; not if a viewer has pressed play (P6). */
  readonly mayMute: boolean;
  readonly position: PositionIntent | null;
  readonly rate: number;
  /** 0 to 1. */
  readonly volume: number;
  readonly muted: boolean;
  readonly quality: QualityName;
  readonly limits: LoadingLimits;
  /** Id of a track; `null` leaves the choice to the engine. */
  readonly audioTrack: string | null;
  /** A language, {@link CAPTIONS_OFF} or {@link CAPTIONS_PREFERRED}. */
  readonly captions: string;
  readonly fullscreen: boolean;
  readonly pictureInPicture: boolean;
}

export interface PositionIntent {
  /** Media time. */
  readonly seconds: number;
  /**
   * `start`: where a stream begins. `resume`: where it continues with a new source. `seek`: a request of viewer or
   * host.
   */
  readonly reason: 'start' | 'resume' | 'seek';
}

export const CAPTIONS_OFF = '';
/** Captions by the address, else by the language of the interface, else the video's own default. */
export const CAPTIONS_PREFERRED = '*';

export type IntentField = keyof Intent;

/** How an intent ended; there are no other outcomes. */
export type IntentEnd = 'fulfilled' | 'replaced' | 'failed';

export const NO_INTENT: Intent = {
  videoId: '',
  stream: false,
  playing: false,
  mayMute: true,
  position: null,
  rate: 1,
  volume: 1,
  muted: false,
  quality: 'auto',
  limits: FIRST_LIMITS,
  audioTrack: null,
  captions: CAPTIONS_OFF,
  fullscreen: false,
  pictureInPicture: false,
};
