import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { ViewerState } from '../../../../protocol/provider/player-response.ts';
import type { ViewerLists } from '../../catalog/find-playlist.ts';
import type { ViewerStates } from '../../stores/viewer-store.ts';

/** How long a response about a video waits for the viewer's state. */
const DEADLINE_MS = 250;

/** Viewer storage that may be slow or unavailable: a video then plays without the viewer's state. */
export class ViewersWithDeadline implements ViewerLists, ViewerStates {
  readonly #viewers: ViewerLists & ViewerStates;
  readonly #clock: Clock;

  constructor(viewers: ViewerLists & ViewerStates, clock: Clock) {
    this.#viewers = viewers;
    this.#clock = clock;
  }

  /** `undefined` if it is not available in time. */
  stateOf(viewer: string, videoId: string, channelId: string): Promise<ViewerState | undefined> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(DEADLINE_MS, () => resolve(undefined));
      this.#viewers
        .stateOf(viewer, videoId, channelId)
        .then(resolve, () => resolve(undefined))
        .finally(cancel);
    });
  }

  /** Has no deadline: without the list there is nothing to play. */
  videoIds(viewer: string, playlistId: string): Promise<readonly string[]> {
    return this.#viewers.videoIds(viewer, playlistId);
  }
}
