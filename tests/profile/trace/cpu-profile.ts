import * as z from 'zod';
import { isOfThread, type Stretch, type ThreadId, type TraceEvent } from './trace-event.ts';

const CallFrame = z.object({
  functionName: z.string().default(''),
  url: z.string().default(''),
  scriptId: z.union([z.number(), z.string()]).optional(),
  /** From 0; absent for functions of the browser. */
  lineNumber: z.number().optional(),
  columnNumber: z.number().optional(),
});
export type CallFrame = z.infer<typeof CallFrame>;

const StartArgs = z.object({ data: z.object({ startTime: z.number() }) });
const ChunkArgs = z.object({
  data: z.object({
    cpuProfile: z
      .object({
        nodes: z.array(z.object({ id: z.number(), parent: z.number().optional(), callFrame: CallFrame })).default([]),
        samples: z.array(z.number()).default([]),
      })
      .default({ nodes: [], samples: [] }),
    timeDeltas: z.array(z.number()).default([]),
  }),
});

export interface ProfileNode {
  readonly callFrame: CallFrame;
  readonly parent: number | undefined;
}

export interface CpuProfile {
  readonly nodes: ReadonlyMap<number, ProfileNode>;
  /** In the order of time; a sample lasts until the next sample. */
  readonly samples: readonly { readonly node: number; readonly startUs: number; readonly durationUs: number }[];
}

/** The sampled profile of one thread; `null` if it was not recorded. The events with its parts are of other threads. */
export function cpuProfileOf(events: readonly TraceEvent[], thread: ThreadId, stretch: Stretch): CpuProfile | null {
  const start = events.find((event) => event.name === 'Profile' && isOfThread(event, thread));
  const startUs = start === undefined ? undefined : readStart(start);
  if (start === undefined || startUs === undefined) return null;
  const nodes = new Map<number, ProfileNode>();
  const times: { readonly node: number; readonly atUs: number }[] = [];
  let atUs = startUs;
  for (const event of events) {
    if (event.name !== 'ProfileChunk' || event.pid !== start.pid || event.id !== start.id) continue;
    const parsed = ChunkArgs.safeParse(event.args);
    if (!parsed.success) continue;
    const { cpuProfile, timeDeltas } = parsed.data.data;
    for (const { id, parent, callFrame } of cpuProfile.nodes) nodes.set(id, { callFrame, parent });
    for (const [index, node] of cpuProfile.samples.entries()) {
      atUs += timeDeltas[index] ?? 0;
      times.push({ node, atUs });
    }
  }
  // Time deltas may be negative: samples are written in the order in which V8 handled them.
  const ordered = times.toSorted((one, other) => one.atUs - other.atUs);
  const samples = ordered.flatMap(({ node, atUs }, index) => {
    const startUs = Math.max(atUs, stretch.fromUs);
    const endUs = Math.min(ordered[index + 1]?.atUs ?? atUs, stretch.toUs);
    return endUs <= startUs ? [] : [{ node, startUs, durationUs: endUs - startUs }];
  });
  return { nodes, samples };
}

function readStart(event: TraceEvent): number | undefined {
  const parsed = StartArgs.safeParse(event.args);
  return parsed.success ? parsed.data.data.startTime : undefined;
}

/** Nodes of V8 that are no functions: the thread is idle, or does work of the browser, which has spans of its own. */
const NOT_SCRIPT = new Set(['(root)', '(program)', '(idle)', '(garbage collector)']);

export function isScript({ callFrame }: ProfileNode): boolean {
  return !NOT_SCRIPT.has(callFrame.functionName);
}
