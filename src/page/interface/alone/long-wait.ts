import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { PlayerSnapshot } from '../../player/player.ts';

/** The same wait after which the first paint shows its own spinner. */
export const LONG_WAIT_MS = 1_000;

/** Whether playback has waited for data for at least `LONG_WAIT_MS`. */
export class LongWait {
  readonly #clock: Clock;
  readonly #onLong: () => void;
  #isLong = false;
  #cancel: (() => void) | null = null;

  constructor(clock: Clock, onLong: () => void) {
    this.#clock = clock;
    this.#onLong = onLong;
  }

  get = (): boolean => this.#isLong;

  follow({ waiting, state }: Pick<PlayerSnapshot, 'waiting' | 'state'>): void {
    if (!waiting && state !== PLAYER_STATE.buffering) return this.end();
    this.#cancel ??= this.#clock.after(LONG_WAIT_MS, () => {
      this.#isLong = true;
      this.#onLong();
    });
  }

  end(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#isLong = false;
  }
}
