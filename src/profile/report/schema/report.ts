import * as z from 'zod/mini';
import { BoundaryRow, Comparison, OffloadRow, VariantName } from './comparison.ts';
import { Timeline } from './timeline.ts';

/** The report of `npm run profile`, which it writes as `report.json` and inlines into `report.html`. */
export const REPORT_FORMAT = 'oriel-profile';
export const REPORT_VERSION = 6;

/** A thread or process with a requested slow-down, and the measured slow-down. */
const ThrottleTarget = z.object({
  target: z.string(),
  askedRate: z.number(),
  /** How much longer the same loop takes than on an unthrottled thread; `null` where it was not measured. */
  measuredRate: z.nullable(z.number()),
  note: z.string(),
});
export type ThrottleTarget = z.infer<typeof ThrottleTarget>;

const PlantedWork = z.object({
  lane: z.string(),
  /** Duration of the work by the page's own clock. */
  plantedMs: z.number(),
  foundMs: z.number(),
  /** Duration of the planted work on all other lanes; it has to be 0. */
  elsewhereMs: z.number(),
  isFound: z.boolean(),
});
export type PlantedWork = z.infer<typeof PlantedWork>;

const Run = z.object({
  /** In the order in which they ran, of all settings. */
  index: z.int(),
  round: z.int(),
  variant: VariantName,
  /** Cores that other processes took in the second before, while the session rested. */
  otherCores: z.number(),
  /** Busy share of all cores, everything on the machine, while the session ran. */
  busyShare: z.number(),
  mainCpuMs: z.nullable(z.number()),
  /** Why it does not count. */
  discarded: z.nullable(z.string()),
});
export type Run = z.infer<typeof Run>;

export const Setting = z.object({
  slowdown: z.number(),
  network: z.string(),
  throttle: z.array(ThrottleTarget),
  calibration: z.array(PlantedWork),
  runs: z.array(Run),
  /** Why no more rounds were run. */
  stopped: z.string(),
  /** Comparisons; the first one decides. */
  measures: z.array(Comparison),
  steps: z.array(Comparison),
  offload: z.array(OffloadRow),
  boundary: z.array(BoundaryRow),
  /** A run near the median of its variant. */
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
  /** `scripted`: the host page of this tool drives the player; `found`: a page as it is. */
  session: z.enum(['scripted', 'found']),
  confidence: z.number(),
  provenance: Provenance,
  variants: z.array(z.object({ name: VariantName, description: z.string() })),
  settings: z.array(Setting),
  limits: z.array(z.string()),
});
export type Report = z.infer<typeof Report>;
