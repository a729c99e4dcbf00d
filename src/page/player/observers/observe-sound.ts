import type { Intents } from '../intents/intents.ts';
import type { PlayerModel } from '../player-model.ts';
import type { MediaElement } from '../stream/media-element.ts';

/**
 * How loud it is, whoever has made it so: hosts hear of each change once. The handler looks at once: a new source takes the
 * events back that wait to be told.
 */
export function observeSound(
  element: MediaElement,
  model: PlayerModel,
  intents: Intents,
  signal: AbortSignal,
): () => void {
  const observe = (): void => {
    const { muted } = element;
    const volume = Math.round(element.volume * 100);
    intents.fulfil({ volume: element.volume, muted });
    if (model.update({ volume, muted })) model.emit('onVolumeChange', { volume, muted });
  };
  element.addEventListener('volumechange', observe, { signal });
  return observe;
}
