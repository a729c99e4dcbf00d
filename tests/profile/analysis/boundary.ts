import type { BoundaryRow } from '../../../src/profile/report/schema/comparison.ts';
import { quantile } from '../statistics/student.ts';
import type { Thread } from '../trace/find-threads.ts';
import type { Measure } from '../trace/user-timing.ts';

/** User Timing measures that a thread of the page recorded itself. */
export interface ThreadMeasures {
  readonly thread: Pick<Thread, 'title'>;
  readonly measures: readonly Measure[];
}

/** One call, as far as its threads recorded it. */
interface Call {
  readonly method: string;
  readonly from: string;
  /** `null` if the other thread did not record the call, such as before its recorder had started. */
  readonly to: string | null;
  readonly bytes: number;
  readonly waitMs: number | null;
  readonly runMs: number | null;
}

/** Names of measures that cross threads: calls, by the names of worker and method, and batches of events. */
const CROSSING = /^([a-z]+\.\w+|event batch)$/;
/** Calls of the recorder itself, which exist only with tracks. */
const OF_RECORDER = /\.writeTracks$/;

/**
 * Calls between threads, by method. The recorder writes a call on both threads with one number: on the calling thread from
 * the call to its response, on the called thread while it handles the call. The time between the two starts is waiting.
 */
export function boundaryOf(threads: readonly ThreadMeasures[]): BoundaryRow[] {
  const calls = callsOf(threads);
  const keyOf = ({ method, from }: Call): string => `${method} ${from}`;
  return [...new Set(calls.map(keyOf))]
    .map((key) => calls.filter((call) => keyOf(call) === key))
    .flatMap((ofMethod) => (ofMethod[0] === undefined ? [] : rowOf(ofMethod[0], ofMethod)))
    .toSorted((one, other) => other.count - one.count || other.bytes - one.bytes);
}

function rowOf({ method, from }: Call, calls: readonly Call[]): BoundaryRow {
  const waits = calls.flatMap(({ waitMs }) => waitMs ?? []);
  const runs = calls.flatMap(({ runMs }) => runMs ?? []);
  return {
    method,
    from,
    to: calls.find(({ to }) => to !== null)?.to ?? 'not recorded',
    count: calls.length,
    bytes: calls.reduce((sum, { bytes }) => sum + bytes, 0),
    waitP50Ms: pointOf(waits, 0.5),
    waitP95Ms: pointOf(waits, 0.95),
    runP95Ms: pointOf(runs, 0.95),
  };
}

function pointOf(values: readonly number[], share: number): number | null {
  return values.length === 0 ? null : quantile(values, share);
}

function callsOf(threads: readonly ThreadMeasures[]): Call[] {
  const sides = threads.flatMap(({ thread, measures }) =>
    measures
      .filter(
        ({ name, properties }) => CROSSING.test(name) && !OF_RECORDER.test(name) && properties['call'] !== undefined,
      )
      .map((measure) => ({ title: thread.title, measure, flow: `${measure.name} ${measure.properties['call']}` })),
  );
  return [...new Set(sides.map(({ flow }) => flow))].flatMap((flow) => {
    const ofFlow = sides
      .filter((side) => side.flow === flow)
      .toSorted((one, other) => one.measure.startUs - other.measure.startUs);
    const [caller, callee] = ofFlow;
    if (caller === undefined) return [];
    const waitUs = callee === undefined ? null : callee.measure.startUs - caller.measure.startUs;
    return {
      method: caller.measure.name,
      from: caller.title,
      to: callee?.title ?? null,
      bytes: bytesOf(caller.measure),
      waitMs: waitUs === null ? null : waitUs / 1_000,
      runMs: callee === undefined ? null : callee.measure.durationUs / 1_000,
    };
  });
}

/** Finds the property by its prefix: the rest of the name says what the bytes contain. */
function bytesOf({ properties }: Measure): number {
  const [, text = '0'] = Object.entries(properties).find(([name]) => name.startsWith('bytes')) ?? [];
  return Number(text) || 0;
}
