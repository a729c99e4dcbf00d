import type { QualityName } from '../../../../protocol/host/player-info.ts';
import type { Player, PlayerSnapshot } from '../../player/player.ts';
import { defineFeature } from '../shared/features.ts';

/** Whether the stream has its sound apart from the pictures, as one of its qualities. */
export const offersListening = ({ qualities }: Pick<PlayerSnapshot, 'qualities'>): boolean =>
  qualities.includes('audio');

/**
 * Sound without pictures is a quality like others. This knows which one to come back to, and whether pictures are still missing: they
 * are until another quality is on screen.
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
