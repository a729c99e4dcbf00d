import type { StreamDependencies } from './stream-dependencies.ts';

/**
 * A `play` event within this time after a pause by the player comes from the browser: WebKitGTK undoes a pause during a seek, some
 * 10 ms later, on a busy machine much later.
 */
export const PAUSE_UNDONE_MAX_MS = 1_000;

/**
 * Adopts a pause or play from outside the page. The player's own calls agree with the intents at once, so an element that differs
 * was changed by the viewer, whose change becomes the intent, or by the browser, whose change is ignored.
 */
export function followOutside(dependencies: StreamDependencies): void {
  const { element, intents, events } = dependencies;
  if (element.paused !== intents.current.playing) return;
  if (!element.paused) {
    if (isPauseUndone(dependencies)) return;
    intents.fulfil({ playing: true });
    events.playedOutside();
  } else if (!element.ended && !element.error) {
    // A decoder that fails pauses the element, too, and another source follows.
    intents.fulfil({ playing: false });
    events.pausedOutside();
  }
}

function isPauseUndone({ clock, intents }: StreamDependencies): boolean {
  return clock.monotonicNow() - (intents.requestedAtMs('playing') ?? -Infinity) < PAUSE_UNDONE_MAX_MS;
}
