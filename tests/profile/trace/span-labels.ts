import * as z from 'zod';
import type { NamedWork } from '../../../src/profile/report/schema/timeline.ts';
import { isMessage, labelOfMessage } from './mojo-messages.ts';
import type { SourceNames } from './source-names.ts';
import { readArgs, type TraceEvent } from './trace-event.ts';

/** Words for the browser's names of events. */
const WORDS: Readonly<Record<string, string>> = {
  UpdateLayoutTree: 'Style',
  RecalculateStyles: 'Style',
  Layout: 'Layout',
  PrePaint: 'Prepare paint',
  Paint: 'Paint',
  Layerize: 'Layers',
  Commit: 'Commit to the compositor',
  HitTest: 'Hit test',
  ParseHTML: 'Parse HTML',
  ParseAuthorStyleSheet: 'Parse style sheet',
  'v8.compile': 'Compile',
  'v8.compileModule': 'Compile',
  'v8.produceCache': 'Write code cache',
  'v8.evaluateModule': 'Evaluate',
  EvaluateScript: 'Evaluate',
  EvaluateModule: 'Evaluate',
  FunctionCall: 'Call',
  RunMicrotasks: 'Microtasks',
  BlinkScheduler_PerformMicrotaskCheckpoint: 'Microtasks',
  TimerFire: 'Timer',
  EventDispatch: 'Event',
  FireAnimationFrame: 'Animation frame',
  FireIdleCallback: 'Idle callback',
  HandlePostMessage: 'Message',
  MinorGC: 'Garbage collection, young',
  MajorGC: 'Garbage collection',
  IntersectionObserverController: 'Intersection observers',
};
const TASK = 'ThreadControllerImpl::RunTask';

const PlaceArgs = z.object({
  data: z
    .object({
      functionName: z.string(),
      url: z.string(),
      fileName: z.string(),
      type: z.string(),
      /** From 1. */
      lineNumber: z.number(),
      columnNumber: z.number(),
    })
    .partial(),
});
const FileArgs = z.object({ fileName: z.string() });
const BeginArgs = z.object({ beginData: z.object({ url: z.string() }) });

export function isTask({ name }: Pick<TraceEvent, 'name'>): boolean {
  return name === TASK;
}

export type SpanLabel = Pick<NamedWork, 'name' | 'place'>;

/** Label of a span: a function by its name and place in the sources, a script by its file, an event by its type. */
export function labelOf(event: TraceEvent, sources: SourceNames): SpanLabel {
  if (isMessage(event)) return { name: labelOfMessage(event), place: '' };
  const word = WORDS[event.name] ?? event.name;
  const { functionName, url = '', fileName, type, lineNumber, columnNumber } = readArgs(event, PlaceArgs)?.data ?? {};
  if (event.name === 'FunctionCall' && url !== '') {
    const { name, source, line } = sources.nameOf({
      url,
      functionName: functionName ?? '',
      lineNumber: Math.max(0, (lineNumber ?? 1) - 1),
      columnNumber: Math.max(0, (columnNumber ?? 1) - 1),
    });
    return { name, place: `${source}:${line}` };
  }
  if (type !== undefined && event.name === 'EventDispatch') return { name: `${word} ${type}`, place: '' };
  const file = fileName ?? readArgs(event, FileArgs)?.fileName ?? (url || readArgs(event, BeginArgs)?.beginData.url);
  return { name: file === undefined || file === '' ? word : `${word} ${fileOf(file)}`, place: '' };
}

/**
 * Labels each task with the longest span directly inside it, and with the function that posted it. A message only wraps the
 * work on it, so it labels a task only if the task contains no other span.
 */
export function taskLabels(
  events: readonly TraceEvent[],
  labels: ReadonlyMap<TraceEvent, SpanLabel>,
): Map<TraceEvent, SpanLabel> {
  const longest = new Map<TraceEvent, TraceEvent>();
  const open: TraceEvent[] = [];
  const ordered = events.toSorted((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
  for (const event of ordered) {
    while (open.length > 0 && endOf(open.at(-1)) <= event.ts) open.pop();
    const around = open.findLast((one) => !isMessage(one));
    if (around !== undefined && isTask(around) && !isTask(event) && isBetter(event, longest.get(around)))
      longest.set(around, event);
    open.push(event);
  }
  return new Map(
    ordered.filter(isTask).map((task) => {
      const inside = longest.get(task);
      const name = inside === undefined ? 'Task' : `Task: ${labels.get(inside)?.name ?? inside.name}`;
      const by = posterOf(task);
      return [task, { name, place: by === undefined ? '' : `posted by ${by}` }];
    }),
  );
}

function isBetter(event: TraceEvent, than: TraceEvent | undefined): boolean {
  if (than === undefined || isMessage(event) !== isMessage(than)) return than === undefined || isMessage(than);
  return (event.dur ?? 0) > (than.dur ?? 0);
}

const PosterArgs = z.object({ src_file: z.string(), src_func: z.string().default('') });

/** The function and file of the browser that posted a task; only the file for functions without a name, such as operators. */
function posterOf(task: TraceEvent): string | undefined {
  const posted = readArgs(task, PosterArgs);
  if (posted === undefined) return undefined;
  const name = /([\w:~]+)(?:\(.*\))?$/.exec(posted.src_func)?.[1];
  const file = fileOf(posted.src_file);
  return name === undefined || name.startsWith('operator') ? file : `${name}, ${file}`;
}

function endOf(event: TraceEvent | undefined): number {
  return event === undefined ? Number.NEGATIVE_INFINITY : event.ts + (event.dur ?? 0);
}

function fileOf(address: string): string {
  const path = address.replace(/[?#].*/, '');
  return path.split('/').at(-1) || path;
}
