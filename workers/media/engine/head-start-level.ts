import { Events } from 'hls.js';
import type Hls from 'hls.js';
import { bufferRanges } from '../buffer-ranges.ts';
import type { StartedStream } from '../head-start/head-start.ts';
import type { HlsMedia } from './hls-library.ts';

export interface HeadStartLevelOptions {
  readonly hls: Hls;
  readonly media: HlsMedia;
  readonly startedStream: StartedStream;
  /** Index of the level at the position. */
  readonly onShown: (level: number) => void;
}

/**
 * Says when segments of the head start are shown again, which are of the lowest level, and when they are left. hls.js knows
 * those alone that it has appended itself: where a video begins again, it names the level that was shown before.
 */
export function followHeadStartLevel(
  { hls, media, startedStream, onShown }: HeadStartLevelOptions,
  signal: AbortSignal,
): void {
  const video = startedStream.buffers.get('video');
  const [first] = video === undefined ? [] : bufferRanges(video.buffer);
  if (first === undefined) return;
  const [start] = first;
  let [, end] = first;
  hls.on(Events.FRAG_BUFFERED, (_, { frag }) => {
    const track: string = frag.type;
    // Replaces what was there, as a change of the quality does.
    if (track === 'main' && frag.start >= start) end = Math.min(end, frag.start);
  });
  // The event of the level is left out where a segment has the level of the last one that hls.js knew.
  hls.on(Events.FRAG_CHANGED, (_, { frag }) => onShown(frag.level));
  const look = (): void => {
    if (media.currentTime >= start && media.currentTime < end) onShown(0);
  };
  media.addEventListener('seeking', look, { signal });
}
