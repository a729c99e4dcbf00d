import { onDemand } from '../shared/on-demand.tsx';
import { useFeature, useStore } from '../shared/player-context.tsx';
import { ownWindow } from './own-window-store.ts';

const Controls = onDemand(async () => (await import('./own-window.tsx')).OwnWindowControls);

/** The controls in the player's own window, while there is one. */
export function OwnWindowHost() {
  const { root } = useStore(useFeature(ownWindow));
  return root !== null && <Controls root={root} />;
}
