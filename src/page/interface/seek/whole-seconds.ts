import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { positionAt, type Player } from '../../player/player.ts';
import type { ControlsVisibility } from '../controls/controls-visibility.ts';

/** The part of the controls that is used: whether they are visible. */
type Visibility = Pick<ControlsVisibility, 'isVisible' | 'subscribe'>;

const TICK_MS = 1_000;

/**
 * The present position in whole seconds, for everything that shows it: one timer, so that all of it renders together,
 * at most once a second, and never while the controls are hidden.
 */
export class WholeSeconds {
  readonly #player: Player;
  readonly #clock: Clock;
  readonly #visibility: Visibility;
  readonly #listeners = new Set<() => void>();
  #stops: readonly (() => void)[] = [];
  #cancelTick: () => void = () => undefined;

  constructor(player: Player, clock: Clock, visibility: Visibility) {
    this.#player = player;
    this.#clock = clock;
    this.#visibility = visibility;
  }

  get = (): number => Math.floor(positionAt(this.#player.getSnapshot(), this.#clock.monotonicNow()));

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stop();
    };
  };

  #start(): void {
    this.#stops = [this.#player.subscribe(this.#tell), this.#visibility.subscribe(this.#follow)];
    this.#follow();
  }

  #stop(): void {
    this.#cancelTick();
    for (const stop of this.#stops) stop();
  }

  /** Hidden controls need no timer either. */
  readonly #follow = (): void => {
    this.#cancelTick();
    if (this.#visibility.isVisible()) this.#cancelTick = this.#clock.after(TICK_MS, this.#follow);
    this.#tell();
  };

  readonly #tell = (): void => {
    if (this.#visibility.isVisible()) for (const listener of [...this.#listeners]) listener();
  };
}
