export const WORKER_RESTARTS_MAX = 3;
/**
 * Time for which a death counts. A worker that cannot work dies again within 90 s: it starts in 8 s at most, and is needed as
 * soon as the buffered video has played. Four such restarts take 6 minutes. Deaths further apart have separate causes, such
 * as a device that runs out of memory.
 */
export const WORKER_RESTART_WINDOW_MS = 600_000;

/** The deaths that count at `nowMs`, including a new death at `nowMs`. Deaths before the window had another cause. */
export function countDeath(earlierMs: readonly number[], nowMs: number): readonly number[] {
  return [...earlierMs.filter((diedAtMs) => nowMs - diedAtMs < WORKER_RESTART_WINDOW_MS), nowMs];
}

export function allowsRestart(deathsMs: readonly number[]): boolean {
  return deathsMs.length <= WORKER_RESTARTS_MAX;
}
