import { Events } from 'hls.js';
import type Hls from 'hls.js';
import { rangesOf } from '../../../protocol/runtime/media/time-ranges.ts';
import type { HlsMedia } from './hls-library.ts';

export interface KeepChosenLevelDependencies {
  readonly hls: Pick<Hls, 'on' | 'levels' | 'manualLevel' | 'currentLevel'>;
  readonly media: HlsMedia;
  readonly isOnline: () => boolean;
}

/**
 * After a choice hls.js replaces only segments ahead of the picture, so that playback does not pause. Segments behind it, and at
 * the end of a stream, keep their level. A seek to such a segment loads the chosen level, where there is a network.
 */
export function keepChosenLevel({ hls, media, isOnline }: KeepChosenLevelDependencies, signal: AbortSignal): void {
  const bufferedLevels = new Map<number, number>();
  hls.on(Events.FRAG_BUFFERED, (_, { frag: { type, sn, level } }) => {
    const track: string = type;
    if (track === 'main' && typeof sn === 'number') bufferedLevels.set(sn, level);
  });
  const look = (): void => {
    const { manualLevel, levels } = hls;
    const { currentTime, buffered } = media;
    if (
      manualLevel < 0 ||
      !isOnline() ||
      !rangesOf(buffered).some(([start, end]) => start <= currentTime && currentTime < end)
    )
      return;
    const segments = levels[manualLevel]?.details?.fragments;
    const segment = segments?.find(({ start, end }) => start <= currentTime && currentTime < end);
    if (segment !== undefined && bufferedLevels.get(segment.sn) === manualLevel) return;
    bufferedLevels.clear();
    hls.currentLevel = manualLevel;
  };
  media.addEventListener('seeking', look, { signal });
}
