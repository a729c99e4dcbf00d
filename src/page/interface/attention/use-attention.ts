import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { usePlayback } from '../shared/player-context.tsx';
import type { AttentionState } from './attention-table.ts';

/** What the viewer is doing. */
export function useAttention(): AttentionState {
  const { attention } = usePlayback();
  return useSyncExternalStore(attention.subscribe, attention.get);
}

/** Runs `reset` as the controls hide: what was shown with them does not come back by itself. */
export function useOnControlsHidden(reset: () => void): void {
  const { attention } = usePlayback();
  const run = useEffectEvent(reset);
  useEffect(() => attention.subscribe(() => !attention.isShown() && run()), [attention]);
}
