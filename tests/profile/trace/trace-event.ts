import * as z from 'zod';

/** The parts of a Trace Event that are read; the rest is kept for the export. */
const TraceEvent = z.looseObject({
  name: z.string(),
  cat: z.string().default(''),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  /** Microseconds on the clock that all processes share. */
  ts: z.number().default(0),
  dur: z.number().optional(),
  /** Time that the thread ran, without waiting for a core. */
  tdur: z.number().optional(),
  id: z.union([z.string(), z.number()]).optional(),
  id2: z.object({ local: z.string().optional(), global: z.string().optional() }).optional(),
  args: z.record(z.string(), z.unknown()).default({}),
});
export type TraceEvent = z.infer<typeof TraceEvent>;

const TraceFile = z.union([
  z.object({ traceEvents: z.array(TraceEvent), metadata: z.record(z.string(), z.unknown()).default({}) }),
  z.array(TraceEvent).transform((traceEvents) => ({ traceEvents, metadata: {} })),
]);

export interface Trace {
  /** In the order of their starts. */
  readonly events: readonly TraceEvent[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

export function parseTrace(text: string): Trace {
  const { traceEvents, metadata } = TraceFile.parse(JSON.parse(text));
  return { events: traceEvents.toSorted((one, other) => one.ts - other.ts), metadata };
}

/** Reads the arguments of an event by a schema; `undefined` if they do not match. */
export function readArgs<Schema extends z.ZodType>(event: TraceEvent, schema: Schema): z.infer<Schema> | undefined {
  const parsed = schema.safeParse(event.args);
  return parsed.success ? parsed.data : undefined;
}

export interface ThreadId {
  readonly pid: number;
  readonly tid: number;
}

export function isOfThread(event: ThreadId, { pid, tid }: ThreadId): boolean {
  return event.pid === pid && event.tid === tid;
}

/** A stretch of the trace, in its microseconds. */
export interface Stretch {
  readonly fromUs: number;
  readonly toUs: number;
}

export function isWithin({ ts }: Pick<TraceEvent, 'ts'>, { fromUs, toUs }: Stretch): boolean {
  return ts >= fromUs && ts <= toUs;
}
