/** Counts of an element. Browsers count no frame as dropped that a hidden page does not show. */
export interface FrameCounts {
  readonly droppedVideoFrames: number;
  readonly totalVideoFrames: number;
}

/** At 25 frames a second, a verdict every four seconds. */
const VERDICT_FRAMES = 100;
/** Viewers notice from about here on. */
const DROPPED_SHARE_MAX = 0.1;
/** The drops may have had another cause; the time doubles whenever frames drop again. */
const AVOIDED_FOR_MS = 60_000;
const AVOIDED_FOR_MAX_MS = 960_000;

interface Avoided {
  /** Index of the lowest avoided level; higher levels are avoided, too. */
  readonly level: number;
  readonly forMs: number;
  readonly untilMs: number;
}

/** Finds levels whose frames the device does not show in time, by its dropped frames, and avoids these levels for a while. */
export class DroppedFrames {
  #begin: (FrameCounts & { readonly level: number }) | null = null;
  #avoided: Avoided | null = null;

  /** The best level that is not avoided; `undefined` where none is. */
  bestLevel(nowMs: number): number | undefined {
    return this.#avoided === null || nowMs >= this.#avoided.untilMs ? undefined : this.#avoided.level - 1;
  }

  /** Called now and then while this level plays. Returns whether another level is avoided now. */
  look({ droppedVideoFrames, totalVideoFrames }: FrameCounts, level: number, nowMs: number): boolean {
    const begin = this.#begin;
    const counts = { droppedVideoFrames, totalVideoFrames, level };
    // Counts begin again with another source.
    if (begin === null || begin.level !== level || totalVideoFrames < begin.totalVideoFrames) {
      this.#begin = counts;
      return false;
    }
    const shown = totalVideoFrames - begin.totalVideoFrames;
    // Pictures of an avoided level are shown until others have been loaded.
    if (shown < VERDICT_FRAMES || level > (this.bestLevel(nowMs) ?? level)) return false;
    this.#begin = counts;
    const dropped = droppedVideoFrames - begin.droppedVideoFrames;
    if (level < 1 || dropped <= shown * DROPPED_SHARE_MAX) return false;
    this.avoid(level, nowMs);
    return true;
  }

  /** Leaves this level and those above it for a while, longer each time. */
  avoid(level: number, nowMs: number): void {
    const { level: before = level, forMs = 0 } = this.#avoided ?? {};
    const isAgain = level >= before;
    const nextMs = isAgain && forMs > 0 ? Math.min(2 * forMs, AVOIDED_FOR_MAX_MS) : AVOIDED_FOR_MS;
    this.#avoided = { level, forMs: nextMs, untilMs: nowMs + nextMs };
  }

  /** Counts of a pause, a seek or a change of level say nothing about a level. */
  interrupt(): void {
    this.#begin = null;
  }
}
