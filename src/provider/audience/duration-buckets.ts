/** Upper edge of the first bucket, and how many buckets double a duration: an error of 19 % at most. */
const FIRST_EDGE_MS = 25;
const BUCKETS_A_DOUBLING = 4;
/** The last one begins at about two minutes; nobody waits for longer. */
const LAST_BUCKET = 49;

/** Durations are counted in fixed buckets, so that counts of many hours add up, and percentiles can be had of the sum. */
export function bucketOf(durationMs: number): number {
  const bucket = Math.ceil(Math.log2(Math.max(durationMs, 1) / FIRST_EDGE_MS) * BUCKETS_A_DOUBLING);
  return Math.min(Math.max(bucket, 0), LAST_BUCKET);
}

function upperEdgeMs(bucket: number): number {
  return bucket < 0 ? 0 : FIRST_EDGE_MS * 2 ** (bucket / BUCKETS_A_DOUBLING);
}

/**
 * The duration that a share of all does not exceed, in milliseconds; `null` of none. Within a bucket, durations count as
 * spread evenly.
 */
export function percentile(counts: ReadonlyMap<number, number>, share: number): number | null {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let below = 0;
  let last = 0;
  for (const [bucket, count] of [...counts].sort(([left], [right]) => left - right)) {
    const within = (share * total - below) / count;
    const [from, to] = [upperEdgeMs(bucket - 1), upperEdgeMs(bucket)];
    if (within <= 1) return Math.round(from + Math.max(within, 0) * (to - from));
    below += count;
    last = to;
  }
  return Math.round(last);
}
