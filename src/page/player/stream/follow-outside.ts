import type { StreamDependencies } from './stream-dependencies.ts';

/**
 * A play that follows our own pause within this long is the browser's: WebKitGTK takes one back that comes while it
 * seeks, some 10 ms later, and a busy machine much later.
 */
export const PAUSE_UNDONE_MAX_MS = 1_000;

/**
 * Our own calls agree with the intents at once, so an element that does not was told by something else: by a viewer,
 * who is followed, or by the browser, which is not.
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
