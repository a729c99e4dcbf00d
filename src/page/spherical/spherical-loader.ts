import { Emitter } from '../player/emitter.ts';
import type { Player } from '../player/player.ts';
import type { SphericalView } from './spherical-view.ts';

/** What the player has for a spherical film: nothing, the view of it, or the knowledge that it cannot be drawn here. */
export type SphericalStatus = SphericalView | 'unavailable' | null;

/** Loads the view with the first spherical film, and shows it for every one of them. */
export class SphericalLoader {
  readonly #changed: Emitter<void>;
  #status: SphericalStatus = null;
  #isLoading = false;

  /** `load` makes the view; it calls back when the browser turns out not to be able to draw it. */
  constructor(
    player: Player,
    load: (onUnavailable: () => void) => Promise<SphericalView>,
    onUnavailable: () => void,
    reportError: (error: unknown) => void,
  ) {
    this.#changed = new Emitter(reportError);
    const giveUp = (): void => {
      if (this.#status !== 'unavailable') this.#set('unavailable');
      onUnavailable();
    };
    const follow = (): void => {
      const isSpherical = player.getSnapshot().spherical.fov !== undefined;
      if (!isSpherical) return;
      if (this.#status === 'unavailable') return giveUp();
      if (this.#isLoading) return;
      this.#isLoading = true;
      load(giveUp).then(
        (view) => this.#status === null && this.#set(view),
        (error: unknown) => {
          reportError(error);
          giveUp();
        },
      );
    };
    player.subscribe(follow);
  }

  get = (): SphericalStatus => this.#status;
  subscribe = (listener: () => void): (() => void) => this.#changed.on(listener);

  #set(status: SphericalStatus): void {
    this.#status = status;
    this.#changed.emit();
  }
}
