import type { QualityName } from '../../../../protocol/host/player-info.ts';
import type { Player, PlayerSnapshot } from '../../player/player.ts';
import { defineFeature } from '../shared/features.ts';

/** Whether the stream has its sound apart from the pictures, as one of its qualities. */
export const offersListening = ({ qualities }: Pick<PlayerSnapshot, 'qualities'>): boolean =>
  qualities.includes('audio');

/** Sound without pictures is a quality like others; this knows which one to come back to. */
export class Listening {
  readonly #player: Pick<Player, 'execute'>;
  #before: QualityName = 'auto';

  constructor(player: Pick<Player, 'execute' | 'getSnapshot' | 'subscribe'>) {
    this.#player = player;
    const follow = (): void => {
      const { qualityChoice } = player.getSnapshot();
      if (qualityChoice !== 'audio') this.#before = qualityChoice;
    };
    player.subscribe(follow);
    follow();
  }

  set(isOn: boolean): void {
    this.#player.execute({ name: 'setPlaybackQuality', arguments: [isOn ? 'audio' : this.#before] }, 'viewer');
  }
}

export const listening = defineFeature(({ playback: { player } }) => new Listening(player));
