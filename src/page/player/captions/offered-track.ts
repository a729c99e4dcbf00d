import type { CaptionTrack } from '../../../../protocol/provider/player-response.ts';
import type { StreamCue } from '../../../../protocol/media/stream-cues.ts';

/** Captions that a viewer may choose: a file beside the video, or a track inside the stream. */
export interface OfferedTrack extends CaptionTrack {
  readonly inStream?: CuesOfStream;
}

/** The cues of a track inside a stream, which come as the stream is loaded. */
export interface CuesOfStream {
  /** All that have come. */
  readonly cues: readonly StreamCue[];
  /** Has them loaded until the signal ends. `onChange` is called after more have come. */
  use(onChange: () => void, signal: AbortSignal): void;
  /** Adds present and later cues to the track of an element without an address. */
  fill(element: HTMLTrackElement, signal: AbortSignal): void;
}
