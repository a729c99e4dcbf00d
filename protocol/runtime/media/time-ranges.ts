/** Ranges as in media elements and source buffers; neither DOM nor worker types are available here. */
export interface TimeRangesLike {
  readonly length: number;
  start(index: number): number;
  end(index: number): number;
}

export type SecondsRange = readonly [startSeconds: number, endSeconds: number];

export function rangesOf(ranges: TimeRangesLike): SecondsRange[] {
  return Array.from({ length: ranges.length }, (_, index) => [ranges.start(index), ranges.end(index)] as const);
}

/** Distance from the end within which no more data may follow: audio and video tracks of one video do not end on the same frame. */
export const END_TOLERANCE_SECONDS = 0.5;

/** Seconds that are buffered without a hole from `seconds` on. */
export function secondsAhead(
  { buffered, currentTime }: { readonly buffered: TimeRangesLike; readonly currentTime: number },
  seconds = currentTime,
): number {
  for (let index = 0; index < buffered.length; index += 1)
    if (seconds >= buffered.start(index) && seconds <= buffered.end(index)) return buffered.end(index) - seconds;
  return 0;
}
