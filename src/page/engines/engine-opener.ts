import type { MediaEngine, MediaEngineModule, MediaSourceDescription } from '../../../protocol/media/media-engine.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { Outcome } from '../../../protocol/runtime/outcome.ts';
import type { HeadStart } from '../boot/boot-state.ts';
import { elementBox } from './element-box.ts';
import { followBox } from './follow-box.ts';
import type { MediaSupport } from './media-support.ts';
import { openEngine } from './open-engine.ts';
import { WorkerEngine } from './worker-engine.ts';

export interface EngineOpenerOptions {
  readonly element: HTMLVideoElement;
  readonly clock: Clock;
  /** Supported paths; fewer once the worker has been given up. */
  readonly support: MediaSupport;
  /** Address of the engine's script, for the worker and for main. */
  readonly engineUrl: string;
  readonly startWorker: () => Worker;
  readonly takeHeadStart: () => HeadStart | null;
}

/** Opens an engine by the best path for each source, over the page's element. */
export function engineOpener({
  element,
  clock,
  support,
  engineUrl,
  startWorker,
  takeHeadStart,
}: EngineOpenerOptions): (source: MediaSourceDescription) => Promise<Outcome<MediaEngine>> {
  const createWorkerEngine = (): WorkerEngine =>
    new WorkerEngine({
      element,
      clock,
      engineUrl,
      createChannel: () => new MessageChannel(),
      takeHeadStart,
      elementBox: () => elementBox(element),
      followBox: (api, signal) => followBox(element, clock, api, signal),
      isHidden: () => document.hidden,
      startWorker,
    });
  return (source) =>
    openEngine(source, {
      element,
      support,
      loadHlsEngine: () => import(/* @vite-ignore */ engineUrl) as Promise<MediaEngineModule>,
      createWorkerEngine,
    });
}
