import type { Intents } from '../intents/intents.ts';
import type { PlayerModel } from '../player-model.ts';
import type { MediaElement } from '../stream/media-element.ts';

/**
 * Observes the speed. Engines stop an element with a rate of 0 for a moment, which is no change of speed. The returned function
 * reads the speed at once, for callers that change it: a new source cancels queued events.
 */
export function observeRate(element: MediaElement, model: PlayerModel, intents: Intents): () => void {
  const observe = (): void => {
    const { playbackRate } = element;
    if (playbackRate === 0) return;
    intents.fulfil({ rate: playbackRate });
    if (model.update({ playbackRate })) model.emit('onPlaybackRateChange', playbackRate);
  };
  element.addEventListener('ratechange', observe);
  return observe;
}
