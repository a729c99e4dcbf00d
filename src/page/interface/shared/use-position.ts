import { useViewer, useStore } from './player-context.tsx';

/** The present position in whole seconds; nothing renders for it while the controls are hidden. */
export function useWholeSeconds(): number {
  return useStore(useViewer().wholeSeconds);
}
