import type { BootState, HeadStart } from '../boot/boot-state.ts';
import type { Player } from '../player/player.ts';

/**
 * Keeps what the inline script has begun for the engine that opens the same video. It ends with the wish for another one:
 * it plays by itself, and would take the element back from an engine that did not want it. Answers it once.
 */
export function keepHeadStart(boot: Pick<BootState, 'headStart'>, player: Player): () => HeadStart | null {
  const take = (): HeadStart | null => {
    stopWatching();
    const { headStart } = boot;
    boot.headStart = null;
    if (headStart?.hasFailed !== true) return headStart;
    headStart.drop();
    return null;
  };
  const stopWatching = player.subscribe(() => {
    const { videoId } = player.getSnapshot().video;
    if (videoId !== '' && boot.headStart?.videoId !== videoId) take()?.drop();
  });
  return take;
}
