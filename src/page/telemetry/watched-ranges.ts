type Range = [startSeconds: number, endSeconds: number];

/** Two plays closer together than this count as one play: clocks and frames do not agree exactly. */
const TOUCH_SECONDS = 0.5;
/** Number of ranges that an event may carry. */
const RANGES_MAX = 200;

/** Played ranges of one video. Each play is reported once, together with the merged earlier ranges, in no order. */
export class WatchedRanges {
  #ranges: Range[] = [];
  #before: Range[] = [];

  add(startSeconds: number, endSeconds: number): void {
    if (!(endSeconds > startSeconds)) return;
    const last = this.#ranges.at(-1);
    if (last !== undefined && Math.abs(startSeconds - last[1]) <= TOUCH_SECONDS)
      last[1] = Math.max(last[1], endSeconds);
    else this.#ranges.push([startSeconds, endSeconds]);
  }

  take(): { ranges: Range[]; before: Range[] } {
    const taken = { ranges: this.#ranges.slice(-RANGES_MAX), before: this.#before };
    for (let [start, end] of this.#ranges) {
      const apart = this.#before.filter((range) => {
        const isApart = range[0] > end + TOUCH_SECONDS || range[1] < start - TOUCH_SECONDS;
        if (!isApart) [start, end] = [Math.min(range[0], start), Math.max(range[1], end)];
        return isApart;
      });
      this.#before = [...apart, [start, end] as Range].slice(-RANGES_MAX);
    }
    this.#ranges = [];
    return taken;
  }
}
