import type { HlsMedia } from './hls-library.ts';

/** What is buffered from there on without a hole, seconds. */
export function secondsAhead(
  { buffered, currentTime }: Pick<HlsMedia, 'buffered' | 'currentTime'>,
  seconds = currentTime,
) {
  for (let index = 0; index < buffered.length; index += 1)
    if (seconds >= buffered.start(index) && seconds <= buffered.end(index)) return buffered.end(index) - seconds;
  return 0;
}
