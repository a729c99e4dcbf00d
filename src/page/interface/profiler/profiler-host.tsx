import { onDemand } from '../shared/on-demand.tsx';
import { useFeature, useStore } from '../shared/player-context.tsx';
import { profilerPanel } from './profiler-panel.ts';

/** The panel loads when it is first opened. */
const Profiler = onDemand(async () => (await import('./profiler.tsx')).Profiler);

export function ProfilerHost() {
  return useStore(useFeature(profilerPanel)) !== null && <Profiler />;
}
