import { isResting, stillPartOf } from './rest.ts';
import type { Observation } from './observe.ts';

export interface Patience {
  /** So long has a player to stay as it is before it counts as resting. */
  readonly quietMs: number;
  /** A player at rest in which something is missing is given so long to come to it. */
  readonly graceMs: number;
  /** One that does not come to rest by then never does. */
  readonly deadlineMs: number;
}

export interface Rest {
  readonly isAtRest: boolean;
  readonly seen: Observation;
  readonly faults: readonly string[];
}

const LOOK_INTERVAL_MS = 150;

/**
 * Looks until the player is at rest and as it should be. A player at rest that is otherwise may still be loading what
 * will change it, so it is given the grace period before its faults count.
 */
export async function awaitRest(
  look: () => Promise<Observation>,
  judge: (seen: Observation) => readonly string[],
  { quietMs, graceMs, deadlineMs }: Patience,
): Promise<Rest> {
  const startedAtMs = Date.now();
  let before = await look();
  let quietSinceMs = before.atMs;
  for (;;) {
    await sleep(LOOK_INTERVAL_MS);
    const seen = await look();
    const isQuiet = isResting(before, seen) && stillPartOf(before) === stillPartOf(seen);
    if (!isQuiet) quietSinceMs = seen.atMs;
    before = seen;
    const quietForMs = seen.atMs - quietSinceMs;
    const isAtRest = quietForMs >= quietMs;
    const isOver = quietForMs >= graceMs || seen.atMs - startedAtMs > deadlineMs;
    if (!isAtRest && !isOver) continue;
    const faults = judge(seen);
    if ((isAtRest && faults.length === 0) || isOver) return { isAtRest, seen, faults };
  }
}

export function sleep(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, delayMs)));
}
