import type { BootState, HeadStart } from '../boot/boot-state.ts';
import type { Player } from '../player/player.ts';

/**
 * Keeps the head start of the inline script for the engine that opens the same video. Drops it when another video is
 * wanted: it would keep playing, and take the element back from the engine of the other video. Returned once.
 */
export function retainHeadStart(boot: Pick<BootState, 'headStart'>, player: Player): () => HeadStart | null {
  const take = (): HeadStart | null => {
    stopWatching();
    const { headStart } = boot;
    boot.headStart = null;
    if (headStart?.kind !== 'stream' || !headStart.hasFailed) return headStart;
    headStart.drop();
    return null;
  };
  const stopWatching = player.subscribe(() => {
    const { videoId } = player.getSnapshot().video;
    if (videoId !== '' && boot.headStart?.videoId !== videoId) take()?.drop();
  });
  return take;
}
