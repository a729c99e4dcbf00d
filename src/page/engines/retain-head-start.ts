import type { MediaSourceDescription } from '../../../protocol/media/media-engine.ts';
import type { BootState, HeadStart } from '../boot/boot-state.ts';
import type { Player } from '../player/player.ts';

/**
 * Keeps the head start of the inline script for the engine that opens the same video; it can be taken once. Drops the head start when
 * another video is wanted: it would keep playing, and take the element back from the engine of the other video. A stream that is only
 * prepared begins when it is taken, if the source matches the address.
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
