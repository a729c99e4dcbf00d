import type { StreamDependencies } from './stream-dependencies.ts';

/** Our own calls agree with the intents at once, so an element that does not was told by something else. */
export function followOutside({ element, intents, events }: StreamDependencies): void {
  if (element.paused !== intents.current.playing) return;
  if (!element.paused) {
    intents.fulfil({ playing: true });
    events.playedOutside();
  } else if (!element.ended) {
    intents.fulfil({ playing: false });
    events.pausedOutside();
  }
}
