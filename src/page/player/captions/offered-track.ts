import type { CaptionTrack } from '../../../../protocol/provider/player-response.ts';
import type { StreamCue } from '../../../../protocol/media/stream-cues.ts';

/** Captions that a viewer may choose: a file beside the video, or a track inside the stream. */
export interface OfferedTrack extends CaptionTrack {
  readonly inStream?: CuesOfStream;
}

/** The cues of a track inside a stream, which arrive as the stream is loaded. */
export interface CuesOfStream {
  /** All cues that have arrived. */
  readonly cues: readonly StreamCue[];
  /** Loads cues until the signal aborts. `onChange` is called after more cues have arrived. */
  use(onChange: () => void, signal: AbortSignal): void;
  /** Adds present and later cues to the track of an element without an address. */
  fill(element: HTMLTrackElement, signal: AbortSignal): void;
}
