import { Events } from 'hls.js';
import { bufferRanges } from '../../buffer-ranges.ts';
import type { Correction } from './correction.ts';

/**
 * Reports when segments of the head start, which are of the lowest level, are shown again, and when playback leaves them. After a
 * seek back to the start, hls.js would still report the level shown before.
 */
export const nameHeadStartLevel: Correction = {
  name: 'name the level of a head start',
  reason: 'hls.js knows the levels of those segments alone that it has appended itself.',
  upstream: 'hls.js: let attachMedia() take the levels of what the given source buffers hold.',
  since: 'hls.js 1.7.4',
  follow({ hls, media, startedStream, onShown }, signal) {
    const video = startedStream?.buffers.get('video');
    const [first] = video === undefined ? [] : bufferRanges(video.buffer);
    if (first === undefined) return;
    const [start] = first;
    let [, end] = first;
    hls.on(Events.FRAG_BUFFERED, (_, { frag }) => {
      const track: string = frag.type;
      // A loaded segment replaces pictures of the head start, for example after a change of quality.
      if (track === 'main' && frag.start >= start) end = Math.min(end, frag.start);
    });
    // hls.js fires no level event for a segment of the level that it reported last.
    hls.on(Events.FRAG_CHANGED, (_, { frag }) => onShown(frag.level));
    const check = (): void => {
      if (media.currentTime >= start && media.currentTime < end) onShown(0);
    };
    media.addEventListener('seeking', check, { signal });
  },
};
