import type { EmbedParameters } from '../../../protocol/page/embed-parameters.ts';
import type { PageConfig } from '../../../protocol/page/page-config.ts';
import type { Infrastructure } from '../infrastructure/infrastructure.ts';
import type { PlayerController } from '../player/player-controller.ts';
import { initialVideo } from './initial-video.ts';
import type { Place } from './place.ts';

export interface FirstVideoOptions {
  readonly player: PlayerController;
  readonly infrastructure: Pick<Infrastructure, 'loadPageConfig'>;
  readonly pathname: string;
  readonly parameters: EmbedParameters;
  /** What the server wrote into the page; `null` where it is asked. */
  readonly config: PageConfig | null;
  /** Where a page was that has loaded anew. */
  readonly place: Place | null;
  /** When the page was asked for, on the monotonic clock, milliseconds. */
  readonly askedAtMs: number;
  /** What the viewer has pressed since. */
  readonly plays: boolean | undefined;
}

/** Shows what the page was opened for. */
export async function showFirstVideo(options: FirstVideoOptions): Promise<void> {
  const { player, infrastructure, pathname, parameters, config, place, askedAtMs, plays } = options;
  /** As before: what was asked of the page since counts, and not its address. */
  if (place !== null) return player.showInitial(place.options, place.how, askedAtMs);
  const { options: video, how } = initialVideo(pathname, parameters, config?.player.args ?? {}, plays);
  let response = config?.playerResponse;
  if (config === null && video.videoId !== undefined) {
    const loaded = await infrastructure.loadPageConfig(video.videoId);
    if (loaded.ok) response = loaded.value.playerResponse;
  }
  /** Only a call can ask where the viewer is and come back with the response (B7). */
  if (response?.locationRequired === true) response = undefined;
  player.showInitial(video, how, askedAtMs, response);
}
