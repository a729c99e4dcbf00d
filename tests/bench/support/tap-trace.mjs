import { outermost } from './outermost.mjs';

/** Names of slices that are script. A slice counts with all slices inside it, which do not count again. */
const SCRIPT = new Set(['FunctionCall', 'EvaluateScript', 'RunMicrotasks', 'v8.evaluateModule', 'v8.compileModule']);

/** Runs in the page before a tap, and marks it in the trace. */
export const markTap = (name) => console.timeStamp(`tap:${name}`);

/**
 * Cost of each marked tap: time from the input to the next paint by Event Timing, and CPU time of script on main in between,
 * with the layouts that it forces. A tap without an entry took less than 16 ms and counts as 8 ms.
 */
export function tapsOf(events) {
  const marks = events
    .filter(({ name, args }) => name === 'TimeStamp' && args.data?.message?.startsWith('tap:'))
    .toSorted((one, other) => one.ts - other.ts);
  return marks.map(({ args, ts, pid, tid }, index) => {
    const untilTs = marks[index + 1]?.ts ?? Infinity;
    const isOfTap = (event) => event.pid === pid && event.tid === tid && event.ts >= ts && event.ts < untilTs;
    const timings = events.filter(
      (event) =>
        event.name === 'EventTiming' && event.ph === 'b' && isOfTap(event) && event.args.data?.interactionId > 0,
    );
    const longest = timings.toSorted((one, other) => other.args.data.duration - one.args.data.duration)[0];
    const paintMs = longest?.args.data.duration ?? 8;
    const startTs = longest?.ts ?? ts;
    const endTs = startTs + paintMs * 1_000;
    const scripts = events.filter(
      (event) => SCRIPT.has(event.name) && isOfTap(event) && event.ts >= startTs && event.ts < endTs,
    );
    return { name: args.data.message.slice('tap:'.length), paintMs, scriptMs: sumOfOutermostMs(scripts) };
  });
}

const sumOfOutermostMs = (slices) => outermost(slices).reduce((sum, { dur = 0, tdur = dur }) => sum + tdur, 0) / 1_000;
