import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { PlayerErrorCode } from '../../../../protocol/errors.ts';
import type { MediaEngine, MediaEngineState, MediaSourceDescription } from '../../../../protocol/media/media-engine.ts';
import type { Outcome } from '../../../../protocol/runtime/outcome.ts';
import type { Intents } from '../intents/intents.ts';
import type { Connection } from '../connection/connection.ts';
import type { MediaElement } from './media-element.ts';

/** Reports of a stream, which makes no decisions about states, playlists or hosts. */
export interface StreamEvents {
  /** The element has changed, and the stream has been reconciled: the player reads its state. */
  changed(type: string): void;
  engineState(state: MediaEngineState, engine: MediaEngine): void;
  /** The viewer has used controls outside the page: in the picture-in-picture window, on a headset, or of the system. */
  pausedOutside(): void;
  playedOutside(): void;
  failed(code: PlayerErrorCode, message: string): void;
  /** A problem from which playback recovers. */
  onProblem(detail: string): void;
  /** The browser refuses to start without a press: `Blocked` at the first refusal, `Refused` if it does not play muted either (P6). */
  autoplayBlocked(): void;
  autoplayRefused(): void;
}

export interface StreamDependencies {
  readonly element: MediaElement;
  readonly clock: Clock;
  readonly intents: Intents;
  /** Opens an engine of the best path that works here; its source is not loaded yet. */
  readonly openEngine: (source: MediaSourceDescription) => Promise<Outcome<MediaEngine>>;
  /** The browser announced the worker path, but it does not work or no longer works; the next engine has another path. */
  readonly onWorkerRefused: (message: string) => void;
  readonly connection: Pick<Connection, 'get' | 'subscribe'>;
  readonly events: StreamEvents;
}
