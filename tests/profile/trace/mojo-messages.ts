import * as z from 'zod';
import { readArgs, type TraceEvent } from './trace-event.ts';

/** The interface that receives a message of another process, or the source file that waits for data of a pipe. */
const MessageArgs = z.object({
  chrome_mojo_event_info: z
    .object({ mojo_interface_tag: z.string(), watcher_notify_interface_tag: z.string() })
    .partial(),
});
/** Chromium's name for an interface that it does not know. */
const UNKNOWN = 'unknown interface';

/** Words for the browser's events around the work on a message. */
const WRAPPERS: Readonly<Record<string, string>> = {
  'Receive mojo message': 'Message to',
  'Receive mojo reply': 'Reply to',
  'Receive mojo sync message': 'Message to',
  'Closed mojo endpoint': 'End of',
  'SimpleWatcher::OnHandleReady': 'Pipe of',
};

export const OTHER_MESSAGES = 'browser: messages from its other processes';

/** Groups of messages, by their interface. First match wins. */
const INTERFACES: readonly (readonly [RegExp, string])[] = [
  [/DevTools|tracing|perfetto/i, 'browser: tools and tracing'],
  [/NavigationClient|AgentSchedulingGroup|PolicyContainer|content\.mojom\.Frame$/, 'browser: opening documents'],
  [/ResourceLoadInfoNotifier|metrics/i, 'browser: its own measurements'],
  [/data_pipe|^network\.|URLLoader/, 'browser: bodies of responses'],
  [/Storage|LockManager|IDB|IndexedDB|Quota|\.Blob/, 'browser: storage'],
  [/Worker/, 'browser: workers'],
  [/^media\.|MediaSession|MediaPlayer/, 'browser: video and sound'],
  [/Input|Pointer|Gesture/, 'browser: input and events'],
  [/^(viz|cc|gpu)\.|Widget|SurfaceEmbedder|FrameSink/, 'browser: frames'],
  [/(Local|Remote)(Main)?Frame/, 'browser: messages between frames'],
  [/MessagePort|TransferableMessage|BroadcastChannel/, 'browser: messages between threads'],
];

export function isMessage({ name }: Pick<TraceEvent, 'name'>): boolean {
  return Object.hasOwn(WRAPPERS, name);
}

/** Group of the work on a message; `undefined` if its interface is unknown, as it is then a part of the work around it. */
export function workOfMessage(event: TraceEvent): string | undefined {
  const found = interfaceOf(event);
  if (found === undefined) return undefined;
  return INTERFACES.find(([pattern]) => pattern.test(found))?.[1] ?? OTHER_MESSAGES;
}

export function labelOfMessage(event: TraceEvent): string {
  const found = interfaceOf(event);
  return found === undefined
    ? 'Message without a name'
    : `${WRAPPERS[event.name]} ${/[^/.]+(\.cc)?$/.exec(found)?.[0] ?? found}`;
}

function interfaceOf(event: TraceEvent): string | undefined {
  if (!isMessage(event)) return undefined;
  const { mojo_interface_tag: ofMessage, watcher_notify_interface_tag: ofPipe } =
    readArgs(event, MessageArgs)?.chrome_mojo_event_info ?? {};
  const found = ofMessage ?? ofPipe;
  return found === UNKNOWN ? undefined : found;
}
