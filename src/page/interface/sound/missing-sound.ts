import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import type { Player } from '../../player/player.ts';
import { SnapshotStore } from '../../player/snapshot-store.ts';
import { defineFeature } from '../shared/features.ts';
import { isSilent } from '../unmute/is-silent.ts';

interface MissingSoundSnapshot {
  readonly isMissing: boolean;
}

export interface MissingSoundDependencies {
  readonly player: Pick<Player, 'getSnapshot' | 'subscribe'>;
  readonly isSilent: () => boolean;
  readonly reportError: (error: unknown) => void;
}

/** Whether the present video has no sound, which browsers know once it plays. */
export class MissingSound {
  readonly #dependencies: MissingSoundDependencies;
  readonly #store: SnapshotStore<MissingSoundSnapshot>;
  #videoId = '';

  constructor(dependencies: MissingSoundDependencies) {
    this.#dependencies = dependencies;
    this.#store = new SnapshotStore<MissingSoundSnapshot>({ isMissing: false }, dependencies.reportError);
    dependencies.player.subscribe(() => this.#follow());
    this.#follow();
  }

  get = (): MissingSoundSnapshot => this.#store.get();
  subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener);

  #follow(): void {
    const { player, isSilent: isVideoSilent } = this.#dependencies;
    const { video, state, remotePlayback } = player.getSnapshot();
    if (video.videoId !== this.#videoId) {
      this.#videoId = video.videoId;
      this.#store.update({ isMissing: false });
    }
    // A receiver plays it elsewhere.
    if (state === PLAYER_STATE.playing && !remotePlayback) this.#store.update({ isMissing: isVideoSilent() });
  }
}

export const missingSound = defineFeature(
  ({ page, playback }) => new MissingSound({ ...page, ...playback, isSilent: () => isSilent(page.media) }),
);
