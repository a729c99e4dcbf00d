export const WORKER_RESTARTS_MAX = 3;
/**
 * A death counts against a worker for this long. A worker that cannot work dies again within 90 s: it starts in 8 s at
 * most, and is needed when the video it had fetched has played. Four such restarts take 6 minutes. Deaths further apart
 * have separate causes, such as a device that runs out of memory.
 */
export const WORKER_RESTART_WINDOW_MS = 600_000;

/** The deaths that count at `nowMs`, after another one. Those before the window had another cause. */
export function countDeath(earlierMs: readonly number[], nowMs: number): readonly number[] {
  return [...earlierMs.filter((diedAtMs) => nowMs - diedAtMs < WORKER_RESTART_WINDOW_MS), nowMs];
}

export function allowsRestart(deathsMs: readonly number[]): boolean {
  return deathsMs.length <= WORKER_RESTARTS_MAX;
}
