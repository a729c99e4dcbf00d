import { useEffect, useEffectEvent } from 'react';
import { usePlayback } from '../shared/player-context.tsx';

/** Runs `reset` when the controls hide, so that parts shown with them do not show again by themselves. */
export function useOnControlsHidden(reset: () => void): void {
  const { attention } = usePlayback();
  const run = useEffectEvent(reset);
  useEffect(() => attention.subscribe(() => !attention.isShown() && run()), [attention]);
}
