type Range = [startSeconds: number, endSeconds: number];

/** Two plays closer than this are one: clocks and frames do not meet exactly. */
const TOUCH_SECONDS = 0.5;
/** As many as an event may carry. */
const RANGES_MAX = 200;

/** Which parts of a video were played, each told once. */
export class WatchedRanges {
  #ranges: Range[] = [];

  add(startSeconds: number, endSeconds: number): void {
    if (!(endSeconds > startSeconds)) return;
    let merged: Range = [startSeconds, endSeconds];
    const apart: Range[] = [];
    for (const range of this.#ranges) {
      const touches = range[0] <= merged[1] + TOUCH_SECONDS && merged[0] <= range[1] + TOUCH_SECONDS;
      if (touches) merged = [Math.min(range[0], merged[0]), Math.max(range[1], merged[1])];
      else apart.push(range);
    }
    this.#ranges = [...apart, merged].sort(([left], [right]) => left - right).slice(-RANGES_MAX);
  }

  take(): Range[] {
    const taken = this.#ranges;
    this.#ranges = [];
    return taken;
  }
}
