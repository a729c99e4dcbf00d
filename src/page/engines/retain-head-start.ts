import type { MediaSourceDescription } from '../../../protocol/media/media-engine.ts';
import type { BootState, HeadStart } from '../boot/boot-state.ts';
import type { Player } from '../player/player.ts';

/**
 * Keeps the head start of the inline script for the engine that opens the same video, which gets it once. Drops the head start when
 * another video is wanted: it would keep playing, and take the element back from the engine of the other video. A stream that has
 * only been prepared begins when it is taken, for a source that matches the address.
 */
export function retainHeadStart(
  boot: Pick<BootState, 'headStart' | 'ahead'>,
  player: Player,
): (stream?: MediaSourceDescription) => HeadStart | null {
  const take = (stream?: MediaSourceDescription): HeadStart | null => {
    const headStart = release() ?? (stream ? boot.ahead.take(stream) : null);
    if (headStart?.kind !== 'stream' || !headStart.hasFailed) return headStart;
    headStart.drop();
    return null;
  };
  const release = (): HeadStart | null => {
    stopWatching();
    const { headStart } = boot;
    boot.headStart = null;
    return headStart;
  };
  const stopWatching = player.subscribe(() => {
    const { videoId } = player.getSnapshot().video;
    if (videoId === '' || videoId === (boot.headStart ?? boot.ahead).videoId) return;
    release()?.drop();
    boot.ahead.drop();
  });
  return take;
}
