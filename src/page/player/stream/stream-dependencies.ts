import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { PlayerErrorCode } from '../../../../protocol/errors.ts';
import type { MediaEngine, MediaEngineState, MediaSourceDescription } from '../../../../protocol/media/media-engine.ts';
import type { Outcome } from '../../../../protocol/runtime/outcome.ts';
import type { Intents } from '../intents/intents.ts';
import type { Connection } from '../connection/connection.ts';
import type { MediaElement } from './media-element.ts';

/** Reports of a stream. It decides nothing about states, playlists or hosts. */
export interface StreamEvents {
  /** The element has changed, and the stream has been reconciled: the player reads its state. */
  changed(type: string): void;
  engineState(state: MediaEngineState, engine: MediaEngine): void;
  /** The viewer has used controls of the browser: picture-in-picture, a headset, the system's. */
  pausedOutside(): void;
  playedOutside(): void;
  failed(code: PlayerErrorCode, message: string): void;
  /** A problem that recovery handles. */
  onProblem(detail: string): void;
  /** Refusals of the browser to start without a press, with sound or at all (P6). */
  autoplayBlocked(): void;
  autoplayRefused(): void;
}

export interface StreamDependencies {
  readonly element: MediaElement;
  readonly clock: Clock;
  readonly intents: Intents;
  /** An engine of the best path that works here, not loaded. */
  readonly openEngine: (source: MediaSourceDescription) => Promise<Outcome<MediaEngine>>;
  /** The worker path was promised and does not work, or works no longer; the next engine is of another path. */
  readonly onWorkerRefused: (message: string) => void;
  readonly connection: Pick<Connection, 'get' | 'subscribe'>;
  readonly events: StreamEvents;
}
