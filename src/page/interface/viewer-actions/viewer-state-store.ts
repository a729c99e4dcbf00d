import type { PlayerResponse, ViewerState } from '../../../../protocol/provider/player-response.ts';
import { OwnSnapshot } from '../../player/snapshot-store.ts';
import type { Player } from '../../player/player.ts';
import { defineFeature } from '../shared/features.ts';

export interface ViewerStateSnapshot {
  /** `null` if there is no viewer to act for. */
  readonly state: ViewerState | null;
  /** Whether a request to the provider is pending. */
  readonly isBusy: boolean;
}

interface ViewerStateDependencies {
  readonly player: Player;
  /** Whether the page stores nothing; such a page offers no actions. */
  readonly isPrivate: () => boolean;
  readonly reportError: (error: unknown) => void;
}

/** The viewer's relation to the present video, such as opinion and subscription: the provider's value, and changes since. */
export class ViewerStateStore extends OwnSnapshot<ViewerStateSnapshot> {
  readonly #player: Player;
  readonly #isPrivate: () => boolean;
  #response: PlayerResponse | null = null;

  constructor({ player, isPrivate, reportError }: ViewerStateDependencies) {
    super({ state: null, isBusy: false }, reportError);
    this.#player = player;
    this.#isPrivate = isPrivate;
    this.#follow();
    player.subscribe(() => this.#follow());
  }

  /** Runs one action at a time: `act` returns its changes, which count only while the video is the same. */
  async change(act: () => Promise<Partial<ViewerState>>): Promise<void> {
    const response = this.#response;
    if (this.get().isBusy) return;
    this.update({ isBusy: true });
    const patch = await act().finally(() => this.update({ isBusy: false }));
    const { state } = this.get();
    if (response === this.#response && state !== null) this.update({ state: { ...state, ...patch } });
  }

  #follow(): void {
    const { response } = this.#player.getSnapshot().video;
    if (response === this.#response) return;
    this.#response = response;
    // The provider may have sent a viewer's state, since it cannot know that the browser isolates the frame.
    this.update({ state: this.#isPrivate() ? null : (response?.viewerState ?? null) });
  }
}

export const viewerState = defineFeature(
  ({ page, playback }) =>
    new ViewerStateStore({ ...page, player: playback.player, isPrivate: () => page.infrastructure.isPrivate }),
);
