/** Fixed buckets of durations. */
export interface Buckets {
  /** Upper edge of bucket 0. */
  readonly edgeMs: number;
  readonly first: number;
  readonly last: number;
}

/** Number of buckets within which a duration doubles: an error of 19 % at most. */
const BUCKETS_A_DOUBLING = 4;
/**
 * The last bucket begins at about two minutes, longer than a viewer waits; the first ends at a millisecond. The database has
 * counts by these buckets; in earlier versions, bucket 0 had all durations below its edge.
 */
const VIEWER_WAITS: Buckets = { edgeMs: 25, first: -18, last: 49 };

/** Durations are counted in fixed buckets, so that counts of many hours add up, and percentiles can be computed from the sum. */
export function bucketOf(durationMs: number, { edgeMs, first, last }: Buckets = VIEWER_WAITS): number {
  const bucket = Math.ceil(Math.log2(Math.max(durationMs, 1) / edgeMs) * BUCKETS_A_DOUBLING);
  return Math.min(Math.max(bucket, first), last);
}

function upperEdgeMs(bucket: number, { edgeMs, first }: Buckets): number {
  return bucket < first ? 0 : edgeMs * 2 ** (bucket / BUCKETS_A_DOUBLING);
}

/**
 * The duration that a share of all does not exceed, in milliseconds; `null` without durations. Within a bucket, durations count as
 * spread evenly.
 */
export function percentile(
  counts: ReadonlyMap<number, number>,
  share: number,
  buckets: Buckets = VIEWER_WAITS,
): number | null {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let below = 0;
  let last = 0;
  for (const [bucket, count] of [...counts].sort(([left], [right]) => left - right)) {
    const within = (share * total - below) / count;
    const [from, to] = [upperEdgeMs(bucket - 1, buckets), upperEdgeMs(bucket, buckets)];
    if (within <= 1) return Math.round(from + Math.max(within, 0) * (to - from));
    below += count;
    last = to;
  }
  return Math.round(last);
}
