import * as Comlink from 'comlink';
import type { MediaSourceDescription } from '../../protocol/media/media-engine.ts';
import type { MediaEngineModule } from '../../protocol/media/media-engine-module.ts';
import type { EngineMessage } from '../../protocol/media/media-worker.ts';
import { PageSpans } from '../../src/page/profiling/page-spans.ts';
import type { StreamHeadStart } from '../../src/page/boot/boot-state.ts';
import { takeHandle } from '../../src/page/platform/take-handle.ts';
import { WorkerEngine } from '../../src/page/engines/worker-engine.ts';
import { AdaptiveEngine } from '../../workers/media/engine/adaptive-engine.ts';
import type { HlsMedia } from '../../workers/media/engine/hls-library.ts';
import { mediaApi } from '../../workers/media/media-api.ts';
import { MediaService } from '../../workers/media/media-service.ts';
import type { StartedStream } from '../../workers/media/head-start/head-start.ts';
import type { FakeClock } from './fake-clock.ts';
import { createFakeLibrary, PlayingFakeHls, type HlsPace } from './fake-hls.ts';
import type { FakeMediaElement } from './fake-media-element.ts';
import { FakeMediaSource } from './fake-media-source.ts';
import { createFakeChannel } from './fake-port.ts';
import { ServingFakeWorker } from './fake-worker.ts';

/** Delays of all parts in milliseconds, and the length of the video. */
export interface PipelinePace extends HlsPace {
  readonly messageMs: number;
  readonly moduleMs: number;
  readonly videoSeconds: number;
}

export const USUAL_PACE: PipelinePace = {
  messageMs: 1,
  moduleMs: 40,
  videoSeconds: 28,
  manifestMs: 20,
  segmentMs: 30,
  segmentSeconds: 60,
};

/** A worker with the real media service, without a thread. */
class MediaFakeWorker extends ServingFakeWorker {
  readonly sources: FakeMediaSource[] = [];

  override terminate(): void {
    super.terminate();
    for (const source of this.sources) source.lose();
  }
}

/** The real engine on main, media service and streaming engine, with fakes around them. */
export function createPipeline(
  clock: FakeClock,
  element: FakeMediaElement,
  pace: PipelinePace,
  fetchVideo: typeof fetch = () => Promise.reject(new TypeError('offline')),
) {
  const workers: MediaFakeWorker[] = [];
  const libraries: ReturnType<typeof createFakeLibrary<PlayingFakeHls>>[] = [];
  const world = {
    pace,
    isHidden: false,
    loadsWorkers: true,
    opensSources: true,
    headStart: null as StreamHeadStart | null,
  };
  const createChannel = () => createFakeChannel(clock, () => world.pace.messageMs);

  function createEngine(
    worker: MediaFakeWorker,
    media: unknown,
    openMediaSource?: () => MediaSource,
    startedStream?: StartedStream,
  ): AdaptiveEngine {
    const fake = createFakeLibrary((config) => new PlayingFakeHls(config, clock, world.pace));
    libraries.push(fake);
    worker.addEventListener('silenced', () => {
      for (const instance of fake.instances) instance.destroy();
    });
    return new AdaptiveEngine({
      Hls: fake.library,
      media: media as HlsMedia,
      clock,
      performance: { now: () => clock.monotonicNow() },
      connection: new EventTarget(),
      isOnline: () => true,
      isTypeSupported: () => true,
      memoryGigabytes: undefined,
      openMediaSource,
      startedStream,
    });
  }

  function createService(worker: MediaFakeWorker): MediaService {
    const service = new MediaService({
      clock,
      fetch: fetchVideo,
      createMediaSource: () => {
        const source = new FakeMediaSource(clock, world.opensSources ? element : null, world.pace.videoSeconds);
        worker.sources.push(source);
        return source as unknown as MediaSource;
      },
      isManaged: false,
      importModule: () =>
        new Promise<MediaEngineModule>((resolve) => {
          clock.after(world.pace.moduleMs, () => {
            if (worker.isSilent) return;
            resolve({
              createMediaEngine: (media, { openMediaSource, startedStream }) =>
                createEngine(
                  worker,
                  media,
                  openMediaSource as (() => MediaSource) | undefined,
                  startedStream as StartedStream | undefined,
                ),
            });
          });
        }),
      spans: () => null,
      note: () => undefined,
      baseUrl: 'https://videos.example',
    });
    Comlink.expose(mediaApi(service), worker.scope);
    return service;
  }

  function startWorker(): MediaFakeWorker {
    const worker = new MediaFakeWorker(createChannel());
    workers.push(worker);
    if (world.loadsWorkers) createService(worker);
    else clock.after(1, () => worker.failToLoad());
    return worker;
  }

  /** Starts a stream as the inline script does, before the script of the page has loaded. */
  function startHead(source: MediaSourceDescription): StreamHeadStart {
    const worker = new MediaFakeWorker(createChannel());
    workers.push(worker);
    const view = createChannel();
    const messages: EngineMessage[] = [];
    const listening = new AbortController();
    view.port1.addEventListener(
      'message',
      (event) => {
        const { data } = event as MessageEvent<EngineMessage>;
        if (data.kind === 'handle') takeHandle(element as unknown as HTMLVideoElement, data);
        else messages.push(data);
      },
      { signal: listening.signal },
    );
    createService(worker).startHead(
      { kind: 'head-start', load: { source, engineUrl: '/engine.js', box: BOX }, arriving: [] },
      view.port2,
      [],
    );
    const { videoId, startSeconds } = source;
    const stopQueueing = (): void => listening.abort();
    const drop = (): void => worker.terminate();
    const port = view.port1;
    const begun = { videoId, startSeconds, worker, port, messages, stopQueueing, drop, hasFailed: false } as const;
    return (world.headStart = { kind: 'stream', ...begun });
  }

  const engine = new WorkerEngine({
    element,
    clock,
    startClock: clock,
    spans: new PageSpans(clock),
    startWorker,
    engineUrl: () => '/engine.js',
    createChannel: () => createChannel() as unknown as MessageChannel,
    takeHeadStart: () => {
      const { headStart } = world;
      world.headStart = null;
      return headStart;
    },
    elementBox: () => BOX,
    observeElementSize: () => undefined,
    isHidden: () => world.isHidden,
  });

  const at = <Item>(items: readonly Item[]): Item => {
    const item = items.at(-1);
    if (item === undefined) throw new Error('there is none yet');
    return item;
  };
  return {
    engine,
    world,
    workers,
    worker: () => at(workers),
    hls: (): PlayingFakeHls | undefined => libraries.at(-1)?.instances.at(-1),
    instances: () => libraries.flatMap(({ instances }) => instances),
    startHead,
    /** Makes the worker hang: it neither responds nor loads, and its source stays open. */
    silence: () => workers.at(-1)?.silence(),
    /** Ends the worker, and its source with it. */
    kill(): void {
      const worker = workers.at(-1);
      worker?.silence();
      for (const source of worker?.sources ?? []) source.lose();
    },
  };
}

export type Pipeline = ReturnType<typeof createPipeline>;

const BOX = { widthPixels: 640, heightPixels: 360 };
