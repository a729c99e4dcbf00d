import type { Intents } from '../intents/intents.ts';
import type { MediaElement } from './media-element.ts';

export interface PlayControlDependencies {
  readonly element: MediaElement;
  readonly intents: Intents;
  /** The browser refuses to play with sound, or at all (P6). Once for each request to play. */
  readonly onBlocked: () => void;
  /** Called where it does not play muted either, or may not (P6). */
  readonly onRefused: () => void;
}

/** Makes the element play or pause as it is wanted, as often as a new source stops it. */
export class PlayControl {
  readonly #dependencies: PlayControlDependencies;
  #isBlocked = false;

  constructor(dependencies: PlayControlDependencies) {
    this.#dependencies = dependencies;
  }

  /** Some browsers unlock sound only in the gesture itself, so a viewer's press is passed on even where playback is pending. */
  reconcile(isGesture: boolean): void {
    const { element, intents } = this.#dependencies;
    const { playing, position } = intents.current;
    if (!playing) {
      if (!element.paused) element.pause();
      return;
    }
    // An element at its end would go back to its beginning; whether it may is the playlist's business.
    if (isGesture || (element.paused && (!element.ended || position !== null))) this.#start();
  }

  #start(): void {
    this.#dependencies.element.play().then(
      () => (this.#isBlocked = false),
      (error: unknown) => {
        // `AbortError`: a pause or a new source came in between, and has been dealt with.
        if (error instanceof DOMException && error.name === 'NotAllowedError') this.#startRefused();
      },
    );
  }

  /** With sound, then muted, then not at all (P6). */
  #startRefused(): void {
    const { element, intents, onBlocked, onRefused } = this.#dependencies;
    // Late: it is not wanted any more, or another try is under way.
    if (!intents.current.playing || !element.paused) return;
    const isFirst = !this.#isBlocked;
    const triesMuted = intents.current.mayMute && !element.muted;
    if (triesMuted) {
      intents.fulfil({ muted: true });
      element.muted = true;
    }
    this.#isBlocked = triesMuted;
    if (isFirst) onBlocked();
    if (triesMuted) this.#start();
    else onRefused();
  }
}
