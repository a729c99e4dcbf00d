import { useEffect, useEffectEvent } from 'react';
import { usePlayback } from '../shared/player-context.tsx';

/** Runs `reset` as the controls hide: what was shown with them does not come back by itself. */
export function useOnControlsHidden(reset: () => void): void {
  const { attention } = usePlayback();
  const run = useEffectEvent(reset);
  useEffect(() => attention.subscribe(() => !attention.isShown() && run()), [attention]);
}
