/**
 * Composition root of the spherical renderer. The page loads this file in two ways: as a module worker with a
 * transferred canvas, so that drawing costs main nothing, or on main by `import()`.
 */
import type { SphereCommand, SphereReport } from '../../protocol/media/spherical.ts';
import { SphereRenderer, type SphereCanvas, type SphereFrame } from './sphere-renderer.ts';

type Run = (command: SphereCommand<SphereCanvas, SphereFrame>) => void;

export function createSphereRenderer(report: (report: SphereReport) => void): Run {
  return new SphereRenderer(report).run;
}

declare const self: DedicatedWorkerGlobalScope;

if ('WorkerGlobalScope' in globalThis) {
  const run = createSphereRenderer((report) => self.postMessage(report));
  self.addEventListener('message', ({ data }: MessageEvent<Parameters<Run>[0]>) => run(data));
}
