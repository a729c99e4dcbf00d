import * as z from 'zod';
import { isOfThread, isWithin, readArgs, type Stretch, type ThreadId, type TraceEvent } from './trace-event.ts';

/** A measure that a page or worker recorded, on the thread that did the work. */
export interface Measure {
  readonly name: string;
  readonly startUs: number;
  readonly durationUs: number;
  /** Title of the track or track group in DevTools; without either, the part of the name before its colon. */
  readonly track: string;
  /** `detail.devtools.properties`, as text. */
  readonly properties: Readonly<Record<string, string>>;
}

const CATEGORY = 'blink.user_timing';

const DevtoolsDetail = z.object({
  devtools: z.object({
    track: z.string().default(''),
    trackGroup: z.string().default(''),
    properties: z.array(z.tuple([z.string(), z.coerce.string()])).default([]),
  }),
});

/** A time stamp of the console with a track, on the clock of the trace; its details are text. */
const StampArgs = z.object({
  data: z.object({
    name: z.string(),
    start: z.number(),
    end: z.number(),
    track: z.string(),
    devtools: z.string().default(''),
  }),
});
const StampDetails = z.record(z.string(), z.coerce.string());

/** Measures of a thread. Beginning and end of a measure are events with a common id, which a later measure may reuse. */
export function measuresOf(events: readonly TraceEvent[], thread: ThreadId, stretch: Stretch): Measure[] {
  const open = new Map<string, TraceEvent>();
  const measures: Measure[] = [];
  for (const event of events) {
    const stamp = isOfThread(event, thread) && isWithin(event, stretch) ? stampOf(event) : undefined;
    if (stamp !== undefined) measures.push(stamp);
    if (!event.cat.includes(CATEGORY) || event.pid !== thread.pid) continue;
    const key = `${event.id2?.local ?? String(event.id)} ${event.name}`;
    if (event.ph === 'b' && isOfThread(event, thread)) open.set(key, event);
    if (event.ph !== 'e') continue;
    const begin = open.get(key);
    open.delete(key);
    if (begin === undefined || !isWithin(begin, stretch)) continue;
    measures.push({ name: begin.name, startUs: begin.ts, durationUs: event.ts - begin.ts, ...describe(begin) });
  }
  return measures;
}

function stampOf(event: TraceEvent): Measure | undefined {
  if (event.name !== 'TimeStamp') return undefined;
  const data = readArgs(event, StampArgs)?.data;
  if (data === undefined) return undefined;
  const { name, start, end, track, devtools } = data;
  const details = StampDetails.safeParse(readDetail(devtools));
  return { name, startUs: start, durationUs: end - start, track, properties: details.success ? details.data : {} };
}

/** Times of the page's marks, by name; of several marks with the same name, the first counts. */
export function marksOf(events: readonly TraceEvent[], thread: ThreadId): Map<string, number> {
  const marks = new Map<string, number>();
  for (const event of events) {
    if (!event.cat.includes(CATEGORY) || !isOfThread(event, thread) || !'IRn'.includes(event.ph)) continue;
    if (!marks.has(event.name)) marks.set(event.name, event.ts);
  }
  return marks;
}

function describe({ name, args }: TraceEvent): Pick<Measure, 'track' | 'properties'> {
  const detail = DevtoolsDetail.safeParse(readDetail(args['detail']));
  if (!detail.success)
    return { track: name.includes(':') ? name.slice(0, name.indexOf(':')) : 'User timing', properties: {} };
  const { track, trackGroup, properties } = detail.data.devtools;
  return { track: track || trackGroup || 'User timing', properties: Object.fromEntries(properties) };
}

/** Chromium writes details as JSON text. */
function readDetail(detail: unknown): unknown {
  if (typeof detail !== 'string') return detail;
  try {
    return JSON.parse(detail);
  } catch {
    return undefined;
  }
}
