import { unlessThrown } from '../../protocol/runtime/unless-thrown.ts';
import { rangesOf, type SecondsRange, type TimeRangesLike } from '../../protocol/runtime/media/time-ranges.ts';

/** Ranges in the buffer of a track. One whose element is going away, with its page or to another source, throws, and has nothing. */
export function bufferRanges(buffer: { readonly buffered: TimeRangesLike }): readonly SecondsRange[] {
  return unlessThrown(() => rangesOf(buffer.buffered)) ?? [];
}
