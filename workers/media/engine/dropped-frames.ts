/** Frame counts of an element. Frames that a hidden page does not show are not counted as dropped. */
export interface FrameCounts {
  readonly droppedVideoFrames: number;
  readonly totalVideoFrames: number;
}

/** Frames for one verdict: four seconds at 25 frames a second. */
const VERDICT_FRAMES = 100;
/** Share of dropped frames from which viewers notice it. */
const DROPPED_SHARE_MAX = 0.1;
/** The level is avoided only for this time, because the drops may have had another cause; it doubles with each repetition. */
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

  /** The best level that is not avoided; `undefined` where no level is avoided. */
  bestLevel(nowMs: number): number | undefined {
    return this.#avoided === null || nowMs >= this.#avoided.untilMs ? undefined : this.#avoided.level - 1;
  }

  /** Call it regularly while `level` plays. Returns whether the level is newly avoided. */
  check({ droppedVideoFrames, totalVideoFrames }: FrameCounts, level: number, nowMs: number): boolean {
    const begin = this.#begin;
    const counts = { droppedVideoFrames, totalVideoFrames, level };
    // Another source starts the counts anew.
    if (begin === null || begin.level !== level || totalVideoFrames < begin.totalVideoFrames) {
      this.#begin = counts;
      return false;
    }
    const shown = totalVideoFrames - begin.totalVideoFrames;
    // Pictures of an avoided level are still shown until another level has loaded.
    if (shown < VERDICT_FRAMES || level > (this.bestLevel(nowMs) ?? level)) return false;
    this.#begin = counts;
    const dropped = droppedVideoFrames - begin.droppedVideoFrames;
    if (level < 1 || dropped <= shown * DROPPED_SHARE_MAX) return false;
    this.avoid(level, nowMs);
    return true;
  }

  /** Avoids this level and higher levels for a while, longer each time. */
  avoid(level: number, nowMs: number): void {
    const { level: before = level, forMs = 0 } = this.#avoided ?? {};
    const isAgain = level >= before;
    const nextMs = isAgain && forMs > 0 ? Math.min(2 * forMs, AVOIDED_FOR_MAX_MS) : AVOIDED_FOR_MS;
    this.#avoided = { level, forMs: nextMs, untilMs: nowMs + nextMs };
  }

  /** Call it at a pause, a seek or a change of level: counts across it do not describe one level. */
  interrupt(): void {
    this.#begin = null;
  }
}
