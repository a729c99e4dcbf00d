import type { PlayerSnapshot } from '../../player/player.ts';

/** Playback changes the text of a focused slider only at this interval. */
const HELD_SECONDS = 30;

export interface SpokenPosition extends Pick<PlayerSnapshot, 'position' | 'isAtLiveHead'> {
  readonly text: string;
  readonly seconds: number;
}

/**
 * Text of the slider for a position. A screen reader speaks each change of a focused slider, so its text follows viewer and host at once,
 * but playback only every 30 seconds.
 */
export class HeldText {
  #held: SpokenPosition | null = null;

  textOf(spoken: SpokenPosition, isHeld: boolean): string {
    const held = this.#held;
    const isSame =
      isHeld &&
      held?.position === spoken.position &&
      held.isAtLiveHead === spoken.isAtLiveHead &&
      Math.abs(spoken.seconds - held.seconds) < HELD_SECONDS;
    if (isSame) return held.text;
    this.#held = isHeld ? spoken : null;
    return spoken.text;
  }
}
