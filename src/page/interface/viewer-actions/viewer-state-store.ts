import type { PlayerResponse, ViewerState } from '../../../../protocol/provider/player-response.ts';
import { SnapshotStore } from '../../player/snapshot-store.ts';
import type { Player } from '../../player/player.ts';
import { defineFeature } from '../shared/features.ts';

export interface ViewerStateSnapshot {
  /** `null` if there is no viewer to act for. */
  readonly state: ViewerState | null;
  /** A request to the provider is pending. */
  readonly isBusy: boolean;
}

interface ViewerStateDependencies {
  readonly player: Player;
  /** Whether the page stores nothing; such a page offers no actions. */
  readonly isPrivate: () => boolean;
  readonly reportError: (error: unknown) => void;
}

/** The viewer's opinion of the present video: the provider's value, and changes since. */
export class ViewerStateStore {
  readonly #store: SnapshotStore<ViewerStateSnapshot>;
  readonly #player: Player;
  readonly #isPrivate: () => boolean;
  #response: PlayerResponse | null = null;

  constructor({ player, isPrivate, reportError }: ViewerStateDependencies) {
    this.#player = player;
    this.#isPrivate = isPrivate;
    this.#store = new SnapshotStore<ViewerStateSnapshot>({ state: null, isBusy: false }, reportError);
    this.#follow();
    player.subscribe(() => this.#follow());
  }

  get = (): ViewerStateSnapshot => this.#store.get();
  subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener);

  /** Runs one action at a time: `act` returns its changes, which count only while the video is the same. */
  async change(act: () => Promise<Partial<ViewerState>>): Promise<void> {
    const response = this.#response;
    if (this.get().isBusy) return;
    this.#store.update({ isBusy: true });
    const patch = await act().finally(() => this.#store.update({ isBusy: false }));
    const { state } = this.get();
    if (response === this.#response && state !== null) this.#store.update({ state: { ...state, ...patch } });
  }

  #follow(): void {
    const { response } = this.#player.getSnapshot().video;
    if (response === this.#response) return;
    this.#response = response;
    // The provider may not know that the browser keeps the frame apart, and has answered as for a viewer.
    this.#store.update({ state: this.#isPrivate() ? null : (response?.viewerState ?? null) });
  }
}

export const viewerState = defineFeature(
  ({ page, playback }) => new ViewerStateStore({ ...page, player: playback.player }),
);
