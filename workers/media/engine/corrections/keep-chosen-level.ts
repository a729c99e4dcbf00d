import { Events } from 'hls.js';
import { rangesOf } from '../../../../protocol/runtime/media/time-ranges.ts';
import type { Correction } from './correction.ts';

/** Loads the chosen level when a seek leads to a segment that is buffered in another level, unless the browser is offline. */
export const keepChosenLevel: Correction = {
  name: 'keep the chosen level',
  reason:
    'After a choice hls.js replaces only segments ahead of the picture, so that playback does not pause: segments behind it, and at the end of a stream, keep their level.',
  upstream: 'video-dev/hls.js#3785',
  since: 'hls.js 1.7.4',
  follow({ hls, media, isOnline }, signal) {
    const bufferedLevels = new Map<number, number>();
    hls.on(Events.FRAG_BUFFERED, (_, { frag: { type, sn, level } }) => {
      const track: string = type;
      if (track === 'main' && typeof sn === 'number') bufferedLevels.set(sn, level);
    });
    const check = (): void => {
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
    media.addEventListener('seeking', check, { signal });
  },
};
