/** `TimeRanges` as media elements report them: one range, or no range if it would be empty. */
export function timeRanges(startSeconds: number, endSeconds: number): TimeRanges {
  const length = endSeconds > startSeconds ? 1 : 0;
  const bound =
    (seconds: number) =>
    (index: number): number => {
      if (index >= 0 && index < length) return seconds;
      throw new DOMException(`there are ${length} ranges, and no number ${index}`, 'IndexSizeError');
    };
  return { length, start: bound(startSeconds), end: bound(endSeconds) };
}
