import * as z from 'zod/mini';

/**
 * `workers`: as shipped; `inline`: the workers' services on the main thread; `tracks`: as shipped, plus the tracks of the recorder, for
 * inspection only; `found`: any page, unchanged.
 */
export const VARIANTS = ['workers', 'inline', 'tracks', 'found'] as const;
export const VariantName = z.enum(VARIANTS);
export type VariantName = z.infer<typeof VariantName>;

export const Verdict = z.enum(['better', 'worse', 'cannot tell']);
export type Verdict = z.infer<typeof Verdict>;

/** Mean of the differences with its confidence interval, whose bounds are `null` if there were too few rounds. */
export const Interval = z.object({ mean: z.number(), low: z.nullable(z.number()), high: z.nullable(z.number()) });
export type Interval = z.infer<typeof Interval>;

/** A measure of every counted run, and the difference of the variants, paired by round. Smaller values are better. */
export const Comparison = z.object({
  key: z.string(),
  title: z.string(),
  unit: z.enum(['ms', 'count', 'bytes']),
  /** Values of the counted runs, in the order of the rounds. */
  values: z.partialRecord(VariantName, z.array(z.number())),
  /** `workers` minus `inline`; absent if there is only one variant. */
  delta: z.optional(Interval),
  verdict: z.optional(Verdict),
});
export type Comparison = z.infer<typeof Comparison>;

/** One group of work: its cost on main, and its cost on all workers together. */
export const OffloadRow = z.object({ group: z.string(), main: Comparison, worker: Comparison });
export type OffloadRow = z.infer<typeof OffloadRow>;

/** Calls of one method over the boundary between two threads. */
export const BoundaryRow = z.object({
  method: z.string(),
  from: z.string(),
  to: z.string(),
  count: z.int(),
  bytes: z.int(),
  /** Time from the call until the other thread began to work on it; `null` if only one side was recorded. */
  waitP50Ms: z.nullable(z.number()),
  waitP95Ms: z.nullable(z.number()),
  runP95Ms: z.nullable(z.number()),
});
export type BoundaryRow = z.infer<typeof BoundaryRow>;
