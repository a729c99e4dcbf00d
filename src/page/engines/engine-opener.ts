import type { MediaEngine, MediaSourceDescription } from '../../../protocol/media/media-engine.ts';
import type { MediaEngineModule } from '../../../protocol/media/media-engine-module.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { fetchModule } from '../../../protocol/runtime/fetch-module.ts';
import type { Outcome } from '../../../protocol/runtime/outcome.ts';
import type { HeadStart } from '../boot/boot-state.ts';
import type { PageSpans } from '../profiling/page-spans.ts';
import { elementBox } from './element-box.ts';
import { observeElementSize } from './observe-element-size.ts';
import type { MediaSupport } from './media-support.ts';
import { openEngine } from './open-engine.ts';
import { WorkerEngine } from './worker-engine.ts';

export interface EngineOpenerOptions {
  readonly element: HTMLVideoElement;
  readonly clock: Clock;
  /** Clock of the deadline for the start of a worker, whose code comes from the network. */
  readonly startClock: Pick<Clock, 'after'>;
  readonly spans: PageSpans;
  /** Supported paths; without the worker path once it has failed. */
  readonly support: MediaSupport;
  /** Address of the engine's script for a source, for the worker and for main. */
  readonly engineUrl: (source: MediaSourceDescription) => string;
  readonly startWorker: () => Worker;
  /** Takes the head start of the inline script; with the source of a stream, begins the stream that was prepared for it. */
  readonly takeHeadStart: (stream?: MediaSourceDescription) => HeadStart | null;
}

/** Opens an engine by the best path for each source, over the page's element. */
export function engineOpener({
  element,
  clock,
  startClock,
  spans,
  support,
  engineUrl,
  startWorker,
  takeHeadStart,
}: EngineOpenerOptions): (source: MediaSourceDescription) => Promise<Outcome<MediaEngine>> {
  const take = <Kind extends HeadStart['kind']>(
    kind: Kind,
    stream?: MediaSourceDescription,
  ): Extract<HeadStart, { kind: Kind }> | null => {
    const begun = takeHeadStart(stream);
    return begun?.kind === kind ? (begun as Extract<HeadStart, { kind: Kind }>) : null;
  };
  const createWorkerEngine = (): WorkerEngine =>
    new WorkerEngine({
      element,
      clock,
      startClock,
      spans,
      engineUrl,
      createChannel: () => new MessageChannel(),
      takeHeadStart: (source) => take('stream', source),
      elementBox: () => elementBox(element),
      observeElementSize: (api, signal) => observeElementSize(element, clock, api, signal),
      isHidden: () => document.hidden,
      startWorker,
    });
  return (source) =>
    openEngine(source, {
      element,
      clock,
      spans: spans.ring,
      support,
      async loadHlsEngine() {
        const address = engineUrl(source);
        await fetchModule(address, fetch);
        return (await import(/* @vite-ignore */ address)) as MediaEngineModule;
      },
      createWorkerEngine,
      takeHeadStart: () => take('file'),
    });
}
