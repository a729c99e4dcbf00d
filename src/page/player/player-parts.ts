import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { Intents } from './intents/intents.ts';
import type { PlayerModel } from './player-model.ts';
import type { MediaElement } from './stream/media-element.ts';
import type { Stream } from './stream/stream.ts';

/** Parts that the features of the player share: the snapshot, the intent, and the stream that fulfils it. */
export interface PlayerParts {
  readonly clock: Clock;
  readonly element: MediaElement;
  readonly model: PlayerModel;
  readonly intents: Intents;
  readonly stream: Stream;
}
