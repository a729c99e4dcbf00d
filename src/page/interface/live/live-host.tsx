import { onDemand } from '../shared/on-demand.tsx';
import { usePlayerState } from '../shared/player-context.tsx';

const LiveNotes = onDemand(async () => (await import('./live-parts.tsx')).LiveNotes);

export function LiveHost() {
  return usePlayerState(({ live }) => live !== null) && <LiveNotes />;
}
