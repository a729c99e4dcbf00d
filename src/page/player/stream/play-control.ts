import type { Intents } from '../intents/intents.ts';
import type { MediaElement } from './media-element.ts';

export interface PlayControlDependencies {
  readonly element: MediaElement;
  readonly intents: Intents;
  /** Called once for each request to play that the browser refuses with sound, or at all (P6). */
  readonly onBlocked: () => void;
  /** Called when the element cannot play muted either, or may not (P6). */
  readonly onRefused: () => void;
}

/** Makes the element play or pause as the intents request, again after each new source that stops it. */
export class PlayControl {
  readonly #dependencies: PlayControlDependencies;
  #isBlocked = false;

  constructor(dependencies: PlayControlDependencies) {
    this.#dependencies = dependencies;
  }

  /** Some browsers unlock sound only in the gesture itself, so a viewer's press calls `play()` even if playback is pending. */
  reconcile(isGesture: boolean): void {
    const { element, intents } = this.#dependencies;
    const { playing, position } = intents.current;
    if (!playing) {
      if (!element.paused) element.pause();
      return;
    }
    // An element at its end would return to its beginning; the playlist decides whether it may.
    if (isGesture || (element.paused && (!element.ended || position !== null))) this.#start();
  }

  #start(): void {
    this.#dependencies.element.play().then(
      () => (this.#isBlocked = false),
      (error: unknown) => {
        // `AbortError` follows a pause or a new source, which has already been handled.
        if (error instanceof DOMException && error.name === 'NotAllowedError') this.#startRefused();
      },
    );
  }

  /** After a refusal with sound tries muted; after a refusal of that gives up (P6). */
  #startRefused(): void {
    const { element, intents, onBlocked, onRefused } = this.#dependencies;
    // The refusal is late: playback is no longer wanted, or another attempt is under way.
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
