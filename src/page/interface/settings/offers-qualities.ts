import type { PlayerSnapshot } from '../../player/player.ts';
import { isOfPictures } from './quality-choices.ts';

/**
 * Whether the viewer can choose a quality. Before the start the qualities come from the provider, and a browser without MediaSource could
 * not follow a choice among them.
 */
export function offersQualities({ qualities, mediaPath }: Pick<PlayerSnapshot, 'qualities' | 'mediaPath'>): boolean {
  const hasMediaSource = 'MediaSource' in globalThis || 'ManagedMediaSource' in globalThis;
  return qualities.filter(isOfPictures).length > 1 && (hasMediaSource || mediaPath !== null);
}
