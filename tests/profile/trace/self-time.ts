import { isOfThread, isWithin, type Stretch, type ThreadId, type TraceEvent } from './trace-event.ts';

/** Work that the browser itself spends a thread's time on. All else is divided further, by the sampled profile. */
export const BROWSER_GROUPS = {
  compile: 'browser: parse and compile',
  collect: 'browser: garbage collection',
  layout: 'browser: style and layout',
  paint: 'browser: paint and commit',
  other: 'browser: everything else',
} as const;

/** First match wins. */
const KINDS: readonly (readonly [RegExp, keyof typeof BROWSER_GROUPS | 'script'])[] = [
  [/^(MinorGC|MajorGC|V8\.GC|BlinkGC|CppGC)/, 'collect'],
  [/^(v8\.compile|v8\.produceCache|V8\.(Compile|Parse)|ParseHTML|ParseAuthorStyleSheet|CSSParser)/, 'compile'],
  [/^(UpdateLayoutTree|Layout|RecalculateStyles|IntersectionObserverController|HitTest|InvalidateLayout)/, 'layout'],
  [/^(Paint|PrePaint|Layerize|Commit|UpdateLayer|CompositeLayers|Decode|RasterTask|ImageDecodeTask)/, 'paint'],
  [
    /^(FunctionCall|EvaluateScript|v8\.evaluateModule|RunMicrotasks|TimerFire|EventDispatch|FireAnimationFrame|FireIdleCallback|HandlePostMessage|BlinkScheduler_PerformMicrotaskCheckpoint|XHR|v8\.(callFunction|run|newInstance))/,
    'script',
  ],
];

export type WorkKind = keyof typeof BROWSER_GROUPS | 'script';

/** A stretch in which the innermost span was of this kind, in microseconds of the trace. */
export interface Segment {
  readonly fromUs: number;
  readonly toUs: number;
  readonly kind: WorkKind;
}

export interface SelfTime {
  readonly cpuUs: Readonly<Record<WorkKind, number>>;
  /** In the order of time, without overlap. */
  readonly segments: readonly Segment[];
}

/**
 * Divides a thread's running time by kind: every span counts for its kind without the spans inside it, so the parts add
 * up to the time of the outermost ones.
 */
export function selfTimeOf(events: readonly TraceEvent[], thread: ThreadId, stretch: Stretch): SelfTime {
  const cpuUs = { script: 0, compile: 0, collect: 0, layout: 0, paint: 0, other: 0 };
  const segments: Segment[] = [];
  const open: { readonly endUs: number; readonly kind: WorkKind }[] = [];
  let doneUs = Number.NEGATIVE_INFINITY;
  const emitUntil = (toUs: number): void => {
    const kind = open.at(-1)?.kind;
    if (kind !== undefined && toUs > doneUs) segments.push({ fromUs: doneUs, toUs, kind });
    doneUs = Math.max(doneUs, toUs);
  };
  const closeUntil = (atUs: number): void => {
    for (let last = open.at(-1); last !== undefined && last.endUs <= atUs; last = open.at(-1)) {
      emitUntil(last.endUs);
      open.pop();
    }
  };
  for (const { ts, dur = 0, tdur = 0, name } of spansOf(events, thread, stretch)) {
    closeUntil(ts);
    emitUntil(ts);
    const parent = open.at(-1);
    // Work with an unknown name is a part of the work around it.
    const kind = KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? parent?.kind ?? 'other';
    cpuUs[kind] += tdur;
    if (parent !== undefined) cpuUs[parent.kind] -= tdur;
    open.push({ endUs: ts + dur, kind });
  }
  closeUntil(Number.POSITIVE_INFINITY);
  return { cpuUs, segments };
}

/** Spans of a thread. The longer one of two with the same start is outside. */
function spansOf(events: readonly TraceEvent[], thread: ThreadId, stretch: Stretch): TraceEvent[] {
  return events
    .filter(
      (event) => event.ph === 'X' && event.tdur !== undefined && isOfThread(event, thread) && isWithin(event, stretch),
    )
    .toSorted((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
}
