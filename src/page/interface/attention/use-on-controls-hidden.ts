import { useEffect, useEffectEvent } from 'react';
import { usePlayback } from '../shared/player-context.tsx';

/** Runs `reset` as the controls hide: parts that were shown with the controls do not come back by themselves. */
export function useOnControlsHidden(reset: () => void): void {
  const { attention } = usePlayback();
  const run = useEffectEvent(reset);
  useEffect(() => attention.subscribe(() => !attention.isShown() && run()), [attention]);
}
