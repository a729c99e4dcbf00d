import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { Player } from '../../player/player.ts';
import { defineFeature } from '../shared/features.ts';

/** A volume that lasted less than this was only passed by a drag. */
const SETTLED_MS = 400;
/** Percent; used while no heard volume is known, after a start without sound. */
const DEFAULT_VOLUME = 50;

export interface HeardVolumeDependencies {
  readonly player: Pick<Player, 'getSnapshot' | 'subscribe'>;
  readonly clock: Clock;
}

/** The last audible volume in percent, to which the mute button returns from 0. */
export class HeardVolume {
  readonly #clock: Clock;
  #heard = DEFAULT_VOLUME;
  #present: number;
  #sinceMs = Number.NEGATIVE_INFINITY;

  constructor({ player, clock }: HeardVolumeDependencies) {
    this.#clock = clock;
    this.#present = player.getSnapshot().volume;
    player.subscribe(() => this.#follow(player.getSnapshot().volume));
  }

  get = (): number => this.#heard;

  /** Called when a drag begins: the present volume counts as heard, however briefly it lasted. */
  settle = (): void => {
    if (this.#present > 0) this.#heard = this.#present;
  };

  #follow(volume: number): void {
    if (volume === this.#present) return;
    const nowMs = this.#clock.monotonicNow();
    if (this.#present > 0 && nowMs - this.#sinceMs >= SETTLED_MS) this.#heard = this.#present;
    this.#present = volume;
    this.#sinceMs = nowMs;
  }
}

/** Created with the volume control, so that it reads the volume before the first change. */
export const heardVolume = defineFeature(({ page, playback }) => new HeardVolume({ ...page, ...playback }));
