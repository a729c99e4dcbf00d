import * as Comlink from 'comlink';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { EngineEvents } from '../../../protocol/media/engine-events.ts';
import type { MediaSourceDescription } from '../../../protocol/media/media-engine.ts';
import type { ElementBox, EngineMessage, MediaWorkerApi } from '../../../protocol/media/media-worker.ts';
import { recordCalls } from '../../../protocol/runtime/profiling/call-recorder.ts';
import { observeEndpoint } from '../../../protocol/runtime/profiling/observed-endpoint.ts';
import { fail, succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import type { StreamHeadStart } from '../boot/boot-state.ts';
import { pinMethods } from '../platform/pin-methods.ts';
import type { PageSpans } from '../profiling/page-spans.ts';
import type { SupervisedWorker } from '../supervision/supervised-worker.ts';
import { ElementMirror, type MirroredElement } from './element-mirror.ts';
import { attachHandle } from '../platform/take-handle.ts';

/** Deadline of a media worker's first response; long, because the worker fetches a large engine. */
export const WORKER_START_TIMEOUT_MS = 8_000;
/** Without `sourceopen` after this time, the worker path does not work in this browser. */
export const SOURCE_OPEN_TIMEOUT_MS = 2_000;

export interface WorkerStreamEnvironment {
  readonly element: MirroredElement & Pick<HTMLVideoElement, 'disableRemotePlayback'>;
  readonly clock: Clock;
  readonly spans: PageSpans;
  /** Address of the engine's module for a source, which the worker loads. */
  readonly engineUrl: (source: MediaSourceDescription) => string;
  readonly createChannel: () => MessageChannel;
  readonly elementBox: () => ElementBox;
  readonly observeElementSize: (api: Pick<MediaWorkerApi, 'setBox'>, signal: AbortSignal) => void;
}

export interface WorkerStreamOptions {
  readonly worker: Worker;
  /** Its `startSeconds` is the position at which the stream starts. */
  readonly source: MediaSourceDescription;
  /** The head start of the inline script for this source. */
  readonly headStart: StreamHeadStart | null;
  readonly events: EngineEvents;
  readonly supervisor: Pick<SupervisedWorker<unknown>, 'pingNow' | 'noteServed' | 'watch'>;
}

/** One instance of the media worker, with its stream. */
export interface WorkerStream {
  readonly api: Comlink.Remote<MediaWorkerApi>;
  readonly mirror: ElementMirror;
  /** Succeeds when the element plays the worker's source; fails when the worker ends first. */
  readonly opened: Promise<Outcome<void>>;
}

/** Opens a stream in a worker, and applies the worker's messages to the element. */
export function openWorkerStream(
  { element, clock, spans, engineUrl, createChannel, elementBox, observeElementSize }: WorkerStreamEnvironment,
  { worker, source, headStart, events, supervisor }: WorkerStreamOptions,
  signal: AbortSignal,
): WorkerStream {
  const endpoint = observeEndpoint(worker, recordCalls(spans.ring, 'media'));
  const api = pinMethods(Comlink.wrap<MediaWorkerApi>(endpoint as Comlink.Endpoint));
  spans.addWorker('media', api, signal);
  const { port1: port, port2 } = headStart === null ? createChannel() : { port1: headStart.port, port2: null };
  const { startSeconds } = source;
  const mirror = new ElementMirror(
    { element, clock, port, startSeconds, onLostSource: () => supervisor.pingNow() },
    signal,
  );

  function receive(message: Exclude<EngineMessage, { kind: 'open' }>): void {
    switch (message.kind) {
      case 'handle':
        return attachHandle(element, message);
      case 'seek':
        if (mirror.follow(message)) events.emit('moved', { seconds: message.seconds });
        return;
      case 'event':
        return events.relay(message);
    }
  }

  for (const type of ['play', 'playing', 'seeking'])
    element.addEventListener(type, () => supervisor.watch(), { signal });

  // Detects browsers that announce MediaSource in workers but never open one. The time counts from when the element has its
  // source, so a slow load of the engine does not matter.
  const attached = new Promise<Outcome<void>>((resolve) => {
    const refuse = (): void => resolve(fail('worker.unavailable', 'its source did not open'));
    let cancel = (): void => undefined;
    const watch = (): void => {
      cancel();
      cancel = clock.after(WORKER_START_TIMEOUT_MS + SOURCE_OPEN_TIMEOUT_MS, refuse);
    };
    signal.addEventListener('abort', () => {
      cancel();
      refuse();
      port.close();
      api[Comlink.releaseProxy]();
    });
    const onMessage = (message: EngineMessage): void => {
      supervisor.noteServed();
      if (message.kind === 'handle') watch();
      if (message.kind !== 'open') return receive(message);
      cancel();
      resolve(succeed(undefined));
    };
    port.addEventListener('message', ({ data }: MessageEvent<EngineMessage>) => onMessage(data), { signal });
    port.start();
    if (headStart === null) return;
    // After a head start the element already has the source.
    watch();
    headStart.stopQueueing();
    for (const message of headStart.messages) onMessage(message);
    mirror.forward(null);
  });
  // Calls to a worker that has ended never settle.
  const ended = new Promise<Outcome<void>>((resolve) =>
    signal.addEventListener('abort', () => resolve(fail('worker.unavailable', 'the worker has ended'))),
  );
  const loaded =
    port2 === null
      ? attached
      : api
          .load({ source, engineUrl: engineUrl(source), box: elementBox() }, Comlink.transfer(port2, [port2]) as never)
          .then((outcome) => (outcome.ok ? attached : outcome));
  // The inline script may have started at another position, because it did not know the requested position.
  if (headStart !== null && headStart.startSeconds !== startSeconds) mirror.setTarget(startSeconds);
  observeElementSize(api, signal);
  return { api, mirror, opened: Promise.race([loaded, ended]) };
}
