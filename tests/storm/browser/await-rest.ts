import { isResting, stillPartOf } from './rest.ts';
import type { Observation } from './observe.ts';

export interface Patience {
  /** A player that does not change for this long is at rest. */
  readonly quietMs: number;
  /** A player at rest in a wrong state has this long to correct it. */
  readonly graceMs: number;
  /** A player that is not at rest after this long counts as never resting. */
  readonly deadlineMs: number;
}

export interface Rest {
  readonly isAtRest: boolean;
  readonly seen: Observation;
  readonly faults: readonly string[];
}

const CHECK_INTERVAL_MS = 150;

/**
 * Observes the player until it is at rest without faults. A player at rest with faults may still be loading what corrects
 * them, so its faults count only after the grace period.
 */
export async function awaitRest(
  check: () => Promise<Observation>,
  judge: (seen: Observation) => readonly string[],
  { quietMs, graceMs, deadlineMs }: Patience,
): Promise<Rest> {
  const startedAtMs = Date.now();
  let before = await check();
  let quietSinceMs = before.atMs;
  for (;;) {
    await sleep(CHECK_INTERVAL_MS);
    const seen = await check();
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
