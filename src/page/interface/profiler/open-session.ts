import plotUrl from '../../../../workers/profiler/profiler.worker.ts?worker&url';
import { PROFILER_WORKER } from '../../../../protocol/threads/worker-names.ts';
import type { ProfilerModule } from '../../../../protocol/profiling/profiler-messages.ts';
import type { InfrastructureMode } from '../../infrastructure/infrastructure.ts';
import type { GivenTools } from '../tools.ts';
import { FrameRecorder } from './frame-recorder.ts';
import { idleLoopEnvironment } from './idle-loop.ts';
import { measureMemory } from './memory.ts';
import { measureOwnCost } from './own-cost-measurement.ts';
import { readFacts } from './page-facts.ts';
import { PanelPlace } from './panel-place.ts';
import { PlotDrawing, workerRefusalOf } from './plot-drawing.ts';
import { ProfilerSession } from './profiler-session.ts';
import { comparedStart, openComparedPage } from './compared-page.ts';
import { WorkerComparison } from './worker-comparison.ts';
import { CALM_READ_INTERVAL_MS, READ_INTERVAL_MS } from './span-reader.ts';

export interface OpenSession {
  readonly session: ProfilerSession;
  readonly place: PanelPlace;
  readonly comparison: WorkerComparison;
  readonly start: () => void;
  readonly close: () => void;
}

/** Composition root of the panel. Nothing runs before `start`, and nothing after `close`. */
export function openSession({ page, playback }: GivenTools, onWindowClosed: () => void): OpenSession {
  const { root, media, clock, parameters, boot, infrastructure, spans, reportError } = page;
  const window = root.ownerDocument.defaultView ?? globalThis.window;
  const { document } = window;
  let service: InfrastructureMode | null = null;
  let firstFrameMs: number | null = null;
  let frameCallback: number | null = null;
  const place = new PanelPlace({ window, root, reportError, onWindowClosed });
  const session = new ProfilerSession({
    clock,
    spans,
    openDrawing: (handlers) =>
      new PlotDrawing({
        clock,
        document,
        workerRefusal: workerRefusalOf(window, parameters.worker !== 'off'),
        startWorker: () => new Worker(boot.policy.createScriptURL(plotUrl), { type: 'module', name: PROFILER_WORKER }),
        loadModule: () => import(/* @vite-ignore */ plotUrl) as Promise<ProfilerModule>,
        ...handlers,
      }),
    frames: new FrameRecorder({
      media,
      timeOriginMs: window.performance.timeOrigin,
      documentUrl: window.location.href.replace(/#.*/, ''),
      Observer: globalThis.window.PerformanceObserver,
    }),
    readFacts: () =>
      readFacts({
        window,
        media,
        snapshot: playback.player.getSnapshot(),
        page,
        service,
        firstFrameMs,
        isAutoplay: parameters.autoplay,
      }),
    measureMemory: () => measureMemory(window as unknown as Parameters<typeof measureMemory>[0]),
    measureOwnCost: (hold, signal) =>
      measureOwnCost({ loop: idleLoopEnvironment(globalThis.window), after: clock.after, hold, signal }),
    readIntervalMs: (isPlotShown) =>
      !isPlotShown || window.matchMedia('(prefers-reduced-motion: reduce)').matches
        ? CALM_READ_INTERVAL_MS
        : READ_INTERVAL_MS,
    isHidden: () => document.hidden && place.get().body?.ownerDocument.hidden !== false,
    reportError,
  });
  const comparison = new WorkerComparison({
    loop: idleLoopEnvironment(globalThis.window),
    openPage(servicePlace, container) {
      const { videoId } = playback.player.getSnapshot().video;
      return openComparedPage(
        document.URL,
        { videoId, startSeconds: comparedStart(media.currentTime, media.duration) },
        servicePlace,
        container,
      );
    },
    hold() {
      const wasPlaying = !media.paused;
      session.hold(true);
      if (wasPlaying) void playback.player.execute({ name: 'pauseVideo', arguments: [] }, 'measurement');
      return () => {
        session.hold(false);
        // If the viewer or the host has paused during the comparison, the video stays paused.
        const isOurs = playback.control.lastSourceOf('pauseVideo') === 'measurement';
        if (wasPlaying && isOurs) void playback.player.execute({ name: 'playVideo', arguments: [] }, 'measurement');
      };
    },
    reportError,
  });
  return {
    session,
    place,
    comparison,
    start() {
      place.start();
      void infrastructure.ready.then((mode) => (service = mode));
      const isFrameShown = media.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
      if (!isFrameShown && 'requestVideoFrameCallback' in media)
        frameCallback = media.requestVideoFrameCallback((nowMs) => (firstFrameMs = nowMs));
      session.start();
    },
    close() {
      if (frameCallback !== null) media.cancelVideoFrameCallback(frameCallback);
      comparison.stop();
      session.close();
    },
  };
}
