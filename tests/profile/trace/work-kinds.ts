import * as z from 'zod';
import { OTHER_MESSAGES, workOfMessage } from './mojo-messages.ts';
import { readArgs, type TraceEvent } from './trace-event.ts';

/** Group of script, which the samples of the profile divide further. */
const SCRIPT = 'script';
/** Groups of the browser's own work, for which it records spans. */
const BROWSER_GROUPS = {
  compile: 'browser: parse and compile',
  collect: 'browser: garbage collection',
  layout: 'browser: style and layout',
  paint: 'browser: paint and commit',
} as const;

/** Group of a span that is a part of the work around it. */
export const PART = '';

/** Groups of events, by their name. First match wins. */
const EVENTS: readonly (readonly [RegExp, string])[] = [
  [/^(MinorGC|MajorGC|V8\.GC|BlinkGC|CppGC)/, BROWSER_GROUPS.collect],
  [
    /^(v8\.compile|v8\.produceCache|V8\.(Compile|Parse)|ParseHTML|ParseAuthorStyleSheet|CSSParser)/,
    BROWSER_GROUPS.compile,
  ],
  [
    /^(UpdateLayoutTree|Layout|RecalculateStyles|IntersectionObserverController|HitTest|InvalidateLayout)/,
    BROWSER_GROUPS.layout,
  ],
  [
    /^(Paint|PrePaint|Layerize|Commit$|UpdateLayer|CompositeLayers|Decode|RasterTask|ImageDecodeTask)/,
    BROWSER_GROUPS.paint,
  ],
  [/^(Animation|BeginMainThreadFrame|RequestMainThreadFrame|DroppedFrame|BeginFrame|DrawFrame)/, 'browser: frames'],
  [
    /^(DocumentLoader|NavigationBodyLoader|FrameLoader|DecodedDataDocumentParser|HTMLDocumentParser)::/,
    'browser: opening documents',
  ],
  [/^PageTimingMetricsSender/, 'browser: its own measurements'],
  [
    /^(CommitLoad|Resource|PlatformResource|WebSocket|MarkLoad|MarkDOMContent|(Throttling)?URLLoader::)/,
    'browser: loading',
  ],
  [
    /^(FunctionCall|EvaluateScript|v8\.evaluateModule|RunMicrotasks|TimerFire|EventDispatch|FireAnimationFrame|FireIdleCallback|HandlePostMessage|BlinkScheduler_PerformMicrotaskCheckpoint|XHR|v8\.(callFunction|run|newInstance))/,
    SCRIPT,
  ],
];

/** Groups of tasks, by the source file of the browser that posted them. First match wins. */
const POSTED_FROM: readonly (readonly [RegExp, string])[] = [
  [/mojo\/|(^|\/)ipc\//, OTHER_MESSAGES],
  [/messaging|message_port|broadcast_channel/, 'browser: messages between threads'],
  [/\/workers?\//, 'browser: workers'],
  [/(^|\/)(cc|viz|gpu)\/|compositor|widget|animation|frame_request|page_scheduler/, 'browser: frames'],
  [/(^|\/)media\/|mediasource|media_controls|remoteplayback/, 'browser: video and sound'],
  [/loader|(^|\/)net\/|network|fetch/, 'browser: loading'],
  [/scheduler|timer|idle|(^|\/)base\//, 'browser: timers and scheduling'],
  [/indexeddb|storage|(^|\/)sql\//, 'browser: storage'],
  [/(^|\/)v8\/|(^|\/)gin\/|bindings|heap/, 'browser: script engine'],
  [/inspector|tracing|perfetto/, 'browser: tools and tracing'],
  [/page_load_metrics|metrics|memory_usage|performance/, 'browser: its own measurements'],
  [/input|event/, 'browser: input and events'],
  [/(^|\/)core\/|renderer|content\/child/, 'browser: documents and elements'],
];

const PostedArgs = z.object({ src_file: z.string() });

/** Group of an event; `undefined` if it is a part of the work around it. */
export function workOf(event: TraceEvent): string | undefined {
  const word = EVENTS.find(([pattern]) => pattern.test(event.name))?.[1];
  return word ?? workOfMessage(event) ?? postedFrom(event);
}

function postedFrom(event: TraceEvent): string | undefined {
  const file = readArgs(event, PostedArgs)?.src_file;
  if (file === undefined) return undefined;
  return POSTED_FROM.find(([pattern]) => pattern.test(file))?.[1] ?? `browser: tasks of ${folderOf(file)}`;
}

function folderOf(file: string): string {
  return (
    file
      .replace(/^(\.\.\/)+/, '')
      .split('/')
      .slice(0, -1)
      .join('/') || file
  );
}
