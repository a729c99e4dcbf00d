import * as z from 'zod';
import type { ReadRun } from '../analysis/read-run.ts';
import type { SourceNames } from '../trace/source-names.ts';
import { isOfThread, type TraceEvent } from '../trace/trace-event.ts';
import type { OutputFile } from './write-report.ts';

const ChunkNodes = z.looseObject({
  data: z.looseObject({
    cpuProfile: z.looseObject({
      nodes: z.array(
        z.looseObject({
          callFrame: z.looseObject({
            functionName: z.string().default(''),
            url: z.string().default(''),
            lineNumber: z.number().optional(),
            columnNumber: z.number().optional(),
          }),
        }),
      ),
    }),
  }),
});

/** Two files of each trace: DevTools recognises a main thread only by Chromium's name for it, other tools show any title. */
const TRACE_FILES = [
  { prefix: 'trace', isForDevTools: false },
  { prefix: 'devtools', isForDevTools: true },
] as const;

/**
 * The trace as a file for DevTools, or for Perfetto and Speedscope: threads have the titles of the report, and functions their
 * names in the sources.
 */
export function exportTrace({ trace, threads, sources }: ReadRun, isForDevTools: boolean): string {
  const titles = threads.all.filter(({ kind }) => kind !== 'main' || !isForDevTools);
  const events = trace.events.map((event) => {
    if (event.ph === 'M' && event.name === 'thread_name') {
      const thread = titles.find((one) => isOfThread(event, one));
      return thread === undefined ? event : { ...event, args: { name: thread.title } };
    }
    if (!PROFILE_EVENTS.has(event.name)) return event;
    return { ...withSourceNames(event, sources), id: idOfStream(event) };
  });
  // Metadata come first, for tools that read a file as a stream.
  const ordered = [...events.filter(({ ph }) => ph === 'M'), ...events.filter(({ ph }) => ph !== 'M')];
  return `{"traceEvents":[\n${ordered.map((event) => JSON.stringify(event)).join(',\n')}\n],"metadata":${JSON.stringify(trace.metadata)}}\n`;
}

const PROFILE_EVENTS = new Set(['Profile', 'ProfileChunk']);
const HEX = 16;
/** Digits for the number that V8 gives a profile. */
const STREAM_DIGITS = 8;

/**
 * V8 numbers the profiles of each process from 1, and Speedscope joins profiles with the same id: host page and player would
 * be one thread. So the id also contains the process. It stays a hexadecimal number, as Perfetto reads it.
 */
function idOfStream({ id, pid }: TraceEvent): string {
  return `0x${pid.toString(HEX)}${Number(id ?? 0)
    .toString(HEX)
    .padStart(STREAM_DIGITS, '0')}`;
}

function withSourceNames(event: TraceEvent, sources: SourceNames): TraceEvent {
  const parsed = ChunkNodes.safeParse(event.args);
  if (!parsed.success) return event;
  const { data } = parsed.data;
  const nodes = data.cpuProfile.nodes.map((node) => {
    const { callFrame } = node;
    if (callFrame.url === '') return node;
    const { name, source, line } = sources.nameOf(callFrame);
    return {
      ...node,
      callFrame: { ...callFrame, functionName: name, url: source, lineNumber: line - 1, columnNumber: 0 },
    };
  });
  return { ...event, args: { ...parsed.data, data: { ...data, cpuProfile: { ...data.cpuProfile, nodes } } } };
}

/** Both files of the shown run of a variant. */
export function traceFiles(run: ReadRun, slowdown: number, variant: string): OutputFile[] {
  return TRACE_FILES.map(({ prefix, isForDevTools }) => ({
    name: `${prefix}-${slowdown}x-${variant}.json`,
    text: exportTrace(run, isForDevTools),
  }));
}
