import type { Intents } from '../intents/intents.ts';
import type { PlayerModel } from '../player-model.ts';
import type { MediaElement } from '../stream/media-element.ts';

/**
 * Observes the volume, whatever changed it: hosts get each change once. The returned function reads the volume at once, for
 * callers that change it: a new source cancels queued events.
 */
export function observeSound(element: MediaElement, model: PlayerModel, intents: Intents): () => void {
  const observe = (): void => {
    const { muted } = element;
    const volume = Math.round(element.volume * 100);
    intents.fulfil({ volume: element.volume, muted });
    if (model.update({ volume, muted })) model.emit('onVolumeChange', { volume, muted });
  };
  element.addEventListener('volumechange', observe);
  return observe;
}
