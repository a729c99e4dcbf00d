import * as z from 'zod/mini';
import { BoundaryRow, Comparison, OffloadRow, VariantName } from './comparison.ts';
import { Timeline } from './timeline.ts';

/** Format of the report that `npm run profile` writes to `report.json` and inlines into `report.html`. */
export const REPORT_FORMAT = 'oriel-profile';
export const REPORT_VERSION = 6;

/** A thread or process with a requested slow-down, and the measured slow-down. */
const ThrottleTarget = z.object({
  target: z.string(),
  askedRate: z.number(),
  /** Duration of a loop relative to an unthrottled thread; `null` if it was not measured. */
  measuredRate: z.nullable(z.number()),
  note: z.string(),
});
export type ThrottleTarget = z.infer<typeof ThrottleTarget>;

const PlantedWork = z.object({
  lane: z.string(),
  /** Duration of the planted work by the page's own clock. */
  plantedMs: z.number(),
  foundMs: z.number(),
  /** Duration of the planted work on all other lanes; it has to be 0. */
  elsewhereMs: z.number(),
  isFound: z.boolean(),
});
export type PlantedWork = z.infer<typeof PlantedWork>;

const Run = z.object({
  /** Position in the order of all runs, across settings. */
  index: z.int(),
  round: z.int(),
  variant: VariantName,
  /** Cores that other processes used in the idle second before the session. */
  otherCores: z.number(),
  /** Busy share of all cores, by all processes, while the session ran. */
  busyShare: z.number(),
  mainCpuMs: z.nullable(z.number()),
  /** Reason for which the run does not count; `null` for a counted run. */
  discarded: z.nullable(z.string()),
});
export type Run = z.infer<typeof Run>;

export const Setting = z.object({
  slowdown: z.number(),
  network: z.string(),
  throttle: z.array(ThrottleTarget),
  calibration: z.array(PlantedWork),
  runs: z.array(Run),
  /** Reason for which no more rounds were run. */
  stopped: z.string(),
  /** Comparisons; the first comparison is the main measure. */
  measures: z.array(Comparison),
  steps: z.array(Comparison),
  offload: z.array(OffloadRow),
  boundary: z.array(BoundaryRow),
  /** Timeline of a run near the median, for each variant. */
  timelines: z.partialRecord(VariantName, Timeline),
});
export type Setting = z.infer<typeof Setting>;

const Provenance = z.object({
  commit: z.string(),
  isModified: z.boolean(),
  /** Hashed names of the measured scripts. */
  scripts: z.array(z.string()),
  browser: z.string(),
  browserRevision: z.string(),
  flags: z.array(z.string()),
  node: z.string(),
  system: z.string(),
  processor: z.string(),
  cores: z.int(),
  memoryBytes: z.number(),
  arguments: z.array(z.string()),
});
export type Provenance = z.infer<typeof Provenance>;

export const Report = z.object({
  format: z.literal(REPORT_FORMAT),
  version: z.literal(REPORT_VERSION),
  madeAt: z.string(),
  /** `scripted`: a host page of this tool controls the player; `found`: any page, unchanged. */
  session: z.enum(['scripted', 'found']),
  confidence: z.number(),
  provenance: Provenance,
  variants: z.array(z.object({ name: VariantName, description: z.string() })),
  settings: z.array(Setting),
  limits: z.array(z.string()),
});
export type Report = z.infer<typeof Report>;
