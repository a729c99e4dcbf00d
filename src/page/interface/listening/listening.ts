import type { QualityName } from '../../../../protocol/host/player-info.ts';
import type { Player, PlayerSnapshot } from '../../player/player.ts';
import { defineFeature } from '../shared/features.ts';

/** Whether the stream offers sound without pictures, as one of its qualities. */
export const offersListening = ({ qualities }: Pick<PlayerSnapshot, 'qualities'>): boolean =>
  qualities.includes('audio');

/**
 * Switches between sound without pictures, which is one of the qualities, and the quality chosen before. Pictures count as missing until
 * another quality is on screen.
 */
export class Listening {
  readonly #player: Pick<Player, 'execute' | 'subscribe'>;
  #before: QualityName = 'auto';
  #lacksPictures = false;

  constructor(player: Pick<Player, 'execute' | 'getSnapshot' | 'subscribe'>) {
    this.#player = player;
    const follow = (): void => {
      const { quality, qualityChoice } = player.getSnapshot();
      if (qualityChoice !== 'audio') this.#before = qualityChoice;
      if (quality !== 'unknown') this.#lacksPictures = quality === 'audio';
    };
    player.subscribe(follow);
    follow();
  }

  /** Whether pictures are missing. */
  get = (): boolean => this.#lacksPictures;
  subscribe = (listener: () => void): (() => void) => this.#player.subscribe(listener);

  set(isOn: boolean): void {
    this.#player.execute({ name: 'setPlaybackQuality', arguments: [isOn ? 'audio' : this.#before] }, 'viewer');
  }
}

export const listening = defineFeature(({ playback: { player } }) => new Listening(player));
