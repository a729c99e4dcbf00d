import { onDemand } from '../shared/on-demand.tsx';
import { useStore, useViewer } from '../shared/player-context.tsx';

/** The panel loads when it is first opened. */
const Profiler = onDemand(async () => (await import('./profiler.tsx')).Profiler);

export function ProfilerHost() {
  return useStore(useViewer().profiler) !== null && <Profiler />;
}
