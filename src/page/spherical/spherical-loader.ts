import { Emitter } from '../player/emitter.ts';
import type { Player } from '../player/player.ts';
import type { SphericalView } from './spherical-view.ts';

/** The view of spherical videos; `null` before the first spherical video, `unavailable` if the browser cannot draw it. */
export type SphericalStatus = SphericalView | 'unavailable' | null;

/** Loads the view with the first spherical video, and reuses it for further spherical videos. */
export class SphericalLoader {
  readonly #changed: Emitter<void>;
  #status: SphericalStatus = null;
  #isLoading = false;

  /** `load` creates the view; the view calls `onUnavailable` if the browser cannot draw it. */
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
