import { unlessThrown } from '../../protocol/runtime/unless-thrown.ts';
import { rangesOf, type SecondsRange, type TimeRangesLike } from '../../protocol/runtime/media/time-ranges.ts';

/** Ranges in the buffer of a track; none for a buffer that throws because its element is closing or changes its source. */
export function bufferRanges(buffer: { readonly buffered: TimeRangesLike }): readonly SecondsRange[] {
  return unlessThrown(() => rangesOf(buffer.buffered)) ?? [];
}
