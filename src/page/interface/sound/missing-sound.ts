import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import type { Player } from '../../player/player.ts';
import { OwnSnapshot } from '../../player/snapshot-store.ts';
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
export class MissingSound extends OwnSnapshot<MissingSoundSnapshot> {
  readonly #dependencies: MissingSoundDependencies;
  #videoId = '';

  constructor(dependencies: MissingSoundDependencies) {
    super({ isMissing: false }, dependencies.reportError);
    this.#dependencies = dependencies;
    dependencies.player.subscribe(() => this.#follow());
    this.#follow();
  }

  #follow(): void {
    const { player, isSilent: isVideoSilent } = this.#dependencies;
    const { video, state, remotePlayback } = player.getSnapshot();
    if (video.videoId !== this.#videoId) {
      this.#videoId = video.videoId;
      this.update({ isMissing: false });
    }
    // While a receiver plays the video, the element itself plays nothing.
    if (state === PLAYER_STATE.playing && !remotePlayback) this.update({ isMissing: isVideoSilent() });
  }
}

export const missingSound = defineFeature(
  ({ page, playback }) => new MissingSound({ ...page, ...playback, isSilent: () => isSilent(page.media) }),
);
