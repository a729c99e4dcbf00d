import { expect, test } from 'vitest';
import { readRun } from '../../profile/analysis/read-run.ts';
import { timelineOf } from '../../profile/trace/timeline.ts';
import { isPlayer, mark, PLAYER, span, task, traceOf, type Event } from './trace-builder.ts';

const withArgs = (event: Event, args: object): Event => ({ ...event, args });
const PAGE = 'http://127.0.0.1:9/assets/page-Xy.js';

async function labelsOf(...events: readonly Event[]) {
  const run = await readRun(traceOf(mark(PLAYER, 'oriel-profile:step:start', 0), ...events), isPlayer, []);
  const lane = timelineOf(run, { run: 0, chosen: '' }).lanes.find(({ id }) => id === 'player-main');
  return lane?.spans.name.map((name) => [lane.names[name], lane.groups[name]]);
}

test('spans have names of functions, files and events, and a task that of the longest work inside it', async () => {
  const data = { url: PAGE, functionName: 'render', lineNumber: 3, columnNumber: 5 };
  expect(
    await labelsOf(
      span(PLAYER, 'RunTask', 100, 1_000),
      withArgs(task(PLAYER, 102, 996), { src_file: 'mojo/public/cpp/system/simple_watcher.cc' }),
      withArgs(span(PLAYER, 'EventDispatch', 110, 100), { data: { type: 'timeupdate' } }),
      withArgs(span(PLAYER, 'FunctionCall', 300, 600), { data }),
      withArgs(span(PLAYER, 'v8.compile', 310, 50), { data: {}, fileName: PAGE }),
    ),
  ).toEqual([
    ['Task: render  posted by simple_watcher.cc', 'browser: messages from its other processes'],
    ['Event timeupdate', 'script'],
    ['render  page-Xy.js:3', 'script'],
    ['Compile page-Xy.js', 'browser: parse and compile'],
  ]);
});

test('a task without work inside is called after what posted it', async () => {
  expect(
    await labelsOf(
      span(PLAYER, 'RunTask', 100, 1_000),
      withArgs(task(PLAYER, 102, 996), {
        src_file: 'cc/trees/proxy_impl.cc',
        src_func: 'ScheduledActionSendBeginMainFrame',
      }),
      span(PLAYER, 'RunTask', 2_000, 1_000),
      task(PLAYER, 2_002, 996),
    ),
  ).toEqual([
    ['Task  posted by ScheduledActionSendBeginMainFrame, proxy_impl.cc', 'browser: frames'],
    ['Task', ''],
  ]);
});

test.for([
  [
    'Receive mojo message',
    'content.mojom.NavigationClient',
    'browser: opening documents',
    'Message to NavigationClient',
  ],
  ['Receive mojo message', 'blink.mojom.StorageAreaObserver', 'browser: storage', 'Message to StorageAreaObserver'],
  ['Receive mojo message', 'blink.mojom.RemoteFrame', 'browser: messages between frames', 'Message to RemoteFrame'],
  ['Receive mojo message', 'blink.mojom.FrameWidget', 'browser: frames', 'Message to FrameWidget'],
  [
    'Receive mojo message',
    'blink.mojom.WidgetInputHandler',
    'browser: input and events',
    'Message to WidgetInputHandler',
  ],
  ['Receive mojo reply', 'media.mojom.Renderer', 'browser: video and sound', 'Reply to Renderer'],
  ['Receive mojo message', 'new.mojom.Thing', 'browser: messages from its other processes', 'Message to Thing'],
] as const)('a %s of %s is “%s”', async ([name, tag, work, label]) => {
  const message = withArgs(span(PLAYER, name, 110, 500), { chrome_mojo_event_info: { mojo_interface_tag: tag } });
  expect(
    await labelsOf(
      withArgs(task(PLAYER, 100, 1_000), { src_file: 'ipc/ipc_mojo_bootstrap.cc', src_func: 'Accept' }),
      message,
    ),
  ).toEqual([
    [`Task: ${label}  posted by Accept, ipc_mojo_bootstrap.cc`, 'browser: messages from its other processes'],
    [label, work],
  ]);
});

test('data of a pipe are work of what reads it, and the task is called after what is inside the message', async () => {
  const consumer = 'third_party/blink/renderer/platform/loader/fetch/data_pipe_bytes_consumer.cc';
  const ready = (tag: string, ts: number) =>
    withArgs(span(PLAYER, 'SimpleWatcher::OnHandleReady', ts, 500), {
      chrome_mojo_event_info: { watcher_notify_interface_tag: tag },
    });
  const posted = { src_file: 'mojo/public/cpp/system/simple_watcher.cc', src_func: 'Notify' };
  expect(
    await labelsOf(
      withArgs(task(PLAYER, 100, 1_000), posted),
      ready(consumer, 110),
      span(PLAYER, 'FunctionCall', 120, 100),
      withArgs(task(PLAYER, 2_000, 1_000), posted),
      ready('unknown interface', 2_010),
    ),
  ).toEqual([
    ['Task: Call  posted by Notify, simple_watcher.cc', 'browser: messages from its other processes'],
    ['Pipe of data_pipe_bytes_consumer.cc', 'browser: bodies of responses'],
    ['Call', 'script'],
    ['Task: Message without a name  posted by Notify, simple_watcher.cc', 'browser: messages from its other processes'],
    ['Message without a name', ''],
  ]);
});
