import { timedSpansOf } from './thread-time.ts';
import type { Stretch, ThreadId, TraceEvent } from './trace-event.ts';
import { UNNAMED, workOf } from './work-kinds.ts';

/** A stretch in which the innermost span was of this work, in microseconds of the trace. */
export interface Segment {
  readonly fromUs: number;
  readonly toUs: number;
  readonly work: string;
}

export interface SelfTime {
  readonly cpuUs: ReadonlyMap<string, number>;
  /** In the order of time, without overlap. */
  readonly segments: readonly Segment[];
}

/**
 * Divides a thread's running time by work: every span counts for its own without the spans inside it, so the parts add
 * up to the time of the outermost ones.
 */
export function selfTimeOf(events: readonly TraceEvent[], thread: ThreadId, stretch: Stretch): SelfTime {
  const cpuUs = new Map<string, number>();
  const add = (work: string, us: number): void => void cpuUs.set(work, (cpuUs.get(work) ?? 0) + us);
  const segments: Segment[] = [];
  const open: { readonly endUs: number; readonly work: string }[] = [];
  let doneUs = Number.NEGATIVE_INFINITY;
  const emitUntil = (toUs: number): void => {
    const work = open.at(-1)?.work;
    if (work !== undefined && toUs > doneUs) segments.push({ fromUs: doneUs, toUs, work });
    doneUs = Math.max(doneUs, toUs);
  };
  const closeUntil = (atUs: number): void => {
    for (let last = open.at(-1); last !== undefined && last.endUs <= atUs; last = open.at(-1)) {
      emitUntil(last.endUs);
      open.pop();
    }
  };
  for (const event of timedSpansOf(events, thread, stretch)) {
    const { ts, dur = 0, tdur = 0 } = event;
    closeUntil(ts);
    emitUntil(ts);
    const parent = open.at(-1);
    // Work with an unknown name is a part of the work around it.
    const work = workOf(event) ?? parent?.work ?? UNNAMED;
    add(work, tdur);
    if (parent !== undefined) add(parent.work, -tdur);
    open.push({ endUs: ts + dur, work });
  }
  closeUntil(Number.POSITIVE_INFINITY);
  return { cpuUs, segments };
}
