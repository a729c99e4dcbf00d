import type { EmbedParameters } from '../../../protocol/page/embed-parameters.ts';
import type { PageConfig } from '../../../protocol/page/page-config.ts';
import type { PlayerController } from '../player/player-controller.ts';
import { initialVideo } from './initial-video.ts';
import type { Place } from './place.ts';

export interface FirstVideoOptions {
  readonly player: PlayerController;
  readonly pathname: string;
  readonly parameters: EmbedParameters;
  /** Response of the server, written into the page or requested; `null` without a response. */
  readonly config: PageConfig | null;
  /** The position before the page was reloaded. */
  readonly place: Place | null;
  /** When the page was requested, on the monotonic clock, milliseconds. */
  readonly requestedAtMs: number;
  /** Whether the viewer's last press since then plays; `undefined` without a press. */
  readonly plays: boolean | undefined;
}

/** Shows the video that the page was opened for. */
export function showFirstVideo(options: FirstVideoOptions): void {
  const { player, pathname, parameters, config, place, requestedAtMs, plays } = options;
  // After a reload the options of the previous page apply, because its commands are newer than the address.
  if (place !== null) return player.showInitial(place.options, place.how, requestedAtMs);
  const { options: video, how } = initialVideo(pathname, parameters, config?.player?.args ?? {}, plays);
  const response = config?.playerResponse;
  // A response with `locationRequired` is requested again: that call can send the viewer's location (B7).
  const isComplete = response?.locationRequired !== true;
  player.showInitial(video, how, requestedAtMs, isComplete ? response : undefined);
}
