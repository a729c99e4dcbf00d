import * as z from 'zod/mini';

/** Whole microseconds: times since the start of the session, and durations. Columns of integers keep the file small. */
const Column = z.array(z.int());

/** Spans as columns of equal length, sorted by start. */
export const SpanColumns = z.object({
  /** Index into `names` of the lane. */
  name: Column,
  startUs: Column,
  /** Wall time, including time in which the thread waited for a core. */
  durationUs: Column,
  /** CPU time; absent for measures of a page, which can only read the clock. */
  cpuUs: z.optional(Column),
  /** Nesting depth; 0 is outermost. */
  depth: Column,
});
export type SpanColumns = z.infer<typeof SpanColumns>;

/** Measures of a page or a worker (User Timing), or of a browser tool. */
export const Track = z.object({ title: z.string(), spans: SpanColumns });
export type Track = z.infer<typeof Track>;

/** Name of a span or of a function in a flame graph. */
export const NamedWork = z.object({
  name: z.string(),
  /** Source and line of a function, by source maps if the build has them; for a task, the function that posted it. */
  place: z.string(),
  /** Category; empty for a span that belongs to the work of its parent. */
  group: z.string(),
});
export type NamedWork = z.infer<typeof NamedWork>;

/** A sampled profile: each sample refers to a node, whose parents are its callers. */
export const Flame = z.object({
  functions: z.array(NamedWork),
  /** `parent` is -1 for a node without a caller. */
  nodes: z.object({ function: Column, parent: Column }),
  /** Consecutive samples with the same stack are merged. Idle time has no samples. */
  samples: z.object({ node: Column, startUs: Column, durationUs: Column }),
});
export type Flame = z.infer<typeof Flame>;

export const SHORT_SLOT_US = 10_000;

export const LANE_KINDS = ['main', 'worker', 'compositor', 'media'] as const;

export const Lane = z.object({
  id: z.string(),
  title: z.string(),
  kind: z.enum(LANE_KINDS),
  /** Whether the slow-down of the processor applies to this thread. */
  isThrottled: z.boolean(),
  /** CPU time of the thread in the session. */
  cpuMs: z.number(),
  /** CPU time of tasks that are too short to be shown, in microseconds for each `SHORT_SLOT_US` of the session. */
  shortCpuUs: Column,
  names: z.array(NamedWork),
  spans: SpanColumns,
  tracks: z.array(Track),
  flame: z.nullable(Flame),
});
export type Lane = z.infer<typeof Lane>;

export const NetworkRequest = z.object({
  /** Path without the origin, which is always this machine. */
  path: z.string(),
  /** Lane of the thread that sent the request. */
  lane: z.string(),
  startUs: z.int(),
  /** Times at which connecting began and the request was sent; both `null` for a cached response, `connectUs` for a reused connection. */
  connectUs: z.nullable(z.int()),
  sentUs: z.nullable(z.int()),
  /** Time at which the response began; `null` without a response. */
  responseUs: z.nullable(z.int()),
  /** Time at which the network had the whole response; `null` if the browser does not report it. */
  receivedUs: z.nullable(z.int()),
  /** Time at which the requesting thread was notified. */
  endUs: z.int(),
  bytes: z.int(),
});
export type NetworkRequest = z.infer<typeof NetworkRequest>;

/** A press of a viewer, by Event Timing. */
export const Interaction = z.object({
  /** Name of a scripted press, else the type of the longest event. */
  name: z.string(),
  /** Selector of the pressed element, if the press was scripted. */
  target: z.string(),
  startUs: z.int(),
  /** Time before, in and after the event handlers, until the next paint; `null` below 16 ms, which the browser does not report. */
  phases: z.nullable(z.object({ delayUs: z.int(), scriptUs: z.int(), paintUs: z.int() })),
});
export type Interaction = z.infer<typeof Interaction>;

/** Screenshot of the page. */
export const Picture = z.object({ atUs: z.int(), image: z.string().check(z.startsWith('data:image/jpeg;base64,')) });
export type Picture = z.infer<typeof Picture>;

export const Milestone = z.object({ title: z.string(), atUs: z.int(), kind: z.enum(['milestone', 'step']) });
export type Milestone = z.infer<typeof Milestone>;

/** The recorded timeline of one run. */
export const Timeline = z.object({
  run: z.int(),
  /** Reason for which this run is shown. */
  chosen: z.string(),
  durationUs: z.int(),
  lanes: z.array(Lane),
  network: z.array(NetworkRequest),
  interactions: z.array(Interaction),
  milestones: z.array(Milestone),
  pictures: z.array(Picture),
  /** Number of spans that were left out because they are shorter than `shortestUs`. */
  leftOut: z.int(),
  shortestUs: z.int(),
});
export type Timeline = z.infer<typeof Timeline>;
