import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { ViewerState } from '../../../../protocol/provider/player-response.ts';
import type { ViewerLists } from '../../catalog/find-playlist.ts';
import type { ViewerStates } from './player-responses.ts';

/** What a viewer has done is worth this much of the wait for a video. */
const PATIENCE_MS = 250;

/** Viewers over storage that may be slow or gone: a video plays without what is known of its viewer. */
export class PatientViewers implements ViewerLists, ViewerStates {
  readonly #viewers: ViewerLists & ViewerStates;
  readonly #clock: Clock;

  constructor(viewers: ViewerLists & ViewerStates, clock: Clock) {
    this.#viewers = viewers;
    this.#clock = clock;
  }

  /** `undefined` where it is not known in time. */
  stateOf(viewer: string, videoId: string, channelId: string): Promise<ViewerState | undefined> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(PATIENCE_MS, () => resolve(undefined));
      this.#viewers
        .stateOf(viewer, videoId, channelId)
        .then(resolve, () => resolve(undefined))
        .finally(cancel);
    });
  }

  /** There is nothing to play without the list. */
  videoIds(viewer: string, playlistId: string): Promise<readonly string[]> {
    return this.#viewers.videoIds(viewer, playlistId);
  }
}
