import { LIFECYCLE } from '../../../protocol/constants.ts';

/** The deaths that count at `nowMs`, when there was another one. Those before the window were another trouble. */
export function countDeath(earlierMs: readonly number[], nowMs: number): readonly number[] {
  return [...earlierMs.filter((diedAtMs) => nowMs - diedAtMs < LIFECYCLE.workerRestartWindowMs), nowMs];
}

export function allowsRestart(deathsMs: readonly number[]): boolean {
  return deathsMs.length <= LIFECYCLE.workerRestartsMax;
}
