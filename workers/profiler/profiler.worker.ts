/**
 * Composition root of the profiler panel's drawing. The page loads this file in two ways: as a module worker with a
 * transferred canvas, so that the panel costs main as little as possible, or on main by `import()`.
 */
import type { ProfilerCommand, ProfilerReport } from '../../protocol/profiling/profiler-messages.ts';
import { ProfilerPlot } from './profiler-plot.ts';

type Run = (command: ProfilerCommand<OffscreenCanvas>) => void;

export function createProfilerPlot(report: (report: ProfilerReport) => void): Run {
  return new ProfilerPlot(report).run;
}

declare const self: DedicatedWorkerGlobalScope;

if ('WorkerGlobalScope' in globalThis) {
  const run = createProfilerPlot((report) => self.postMessage(report));
  self.addEventListener('message', ({ data }: MessageEvent<Parameters<Run>[0]>) => run(data));
}
