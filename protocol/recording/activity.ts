import * as z from 'zod/mini';
import { ThreadName } from '../threads/error-record.ts';
import { GAUGES, type GaugeName } from './thread-spans.ts';

/** Time before the event that a summary covers: longer than a segment takes on a connection that is just fast enough to play. */
export const ACTIVITY_WINDOW_MS = 10_000;
/** With this many spans of each lane the JSON of a summary stays below `ACTIVITY_MAX_CHARACTERS`. */
export const LONGEST_SPANS_MAX = 7;

const LANES_MAX = 3;
const GaugeFields = Object.fromEntries(Object.keys(GAUGES).map((name) => [name, z.optional(z.number())])) as Record<
  GaugeName,
  z.ZodMiniOptional<z.ZodMiniNumber>
>;
/** A provider also serves pages of an earlier or later build, whose names it does not know. */
const name = z.string().check(z.maxLength(40), z.regex(/^[a-zA-Z][a-zA-Z .-]*$/));

const LongSpan = z.object({
  name,
  /** Milliseconds before the summary was made. */
  startedAgoMs: z.number(),
  durationMs: z.number(),
  /** Absent where they are 0. */
  flow: z.optional(z.number()),
  bytes: z.optional(z.number()),
  value: z.optional(z.number()),
  /** Whether the span had not ended when the summary was made. */
  isOpen: z.optional(z.boolean()),
});

const LaneActivity = z.object({
  lane: ThreadName,
  isInline: z.boolean(),
  /** Length of the window that was recorded: less where the thread is younger, or did more than its recorder holds. */
  observedMs: z.number(),
  /** Share of `observedMs` in which the thread is known to have been busy: a lower bound. */
  busyShare: z.number(),
  gauges: z.object(GaugeFields),
  longest: z.array(LongSpan).check(z.maxLength(LONGEST_SPANS_MAX)),
});

/** Work of a device when a stall began or an error was reported: names of the code and numbers, nothing else. */
export const ActivitySummary = z.object({
  windowMs: z.number(),
  /** A lane is missing where its thread did not respond in time, or does not run. */
  lanes: z.array(LaneActivity).check(z.maxLength(LANES_MAX)),
});
export type ActivitySummary = z.infer<typeof ActivitySummary>;
export type LaneActivity = z.infer<typeof LaneActivity>;
export type LongSpan = z.infer<typeof LongSpan>;
