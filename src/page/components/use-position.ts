import { useCallback, useSyncExternalStore } from 'react';
import { positionAt } from '../player/player.ts';
import { usePlayerTools } from './player-context.tsx';

/** Wakes once a second; short of that, a shown time would skip a second now and then. */
const TICK_MS = 1_000;

/**
 * The present position in whole seconds. The component renders at most once a second, and not at all while the controls
 * are hidden.
 */
export function useWholeSeconds(): number {
  const { player, clock, visibility } = usePlayerTools();
  const subscribe = useCallback(
    (listener: () => void) => {
      const whenVisible = () => visibility.isVisible() && listener();
      let cancelTick: () => void = () => undefined;
      const tick = () => {
        cancelTick = clock.after(TICK_MS, tick);
        whenVisible();
      };
      tick();
      const undo = [player.subscribe(whenVisible), visibility.subscribe(whenVisible)];
      return () => {
        cancelTick();
        for (const end of undo) end();
      };
    },
    [player, clock, visibility],
  );
  return useSyncExternalStore(subscribe, () => Math.floor(positionAt(player.getSnapshot(), clock.monotonicNow())));
}
