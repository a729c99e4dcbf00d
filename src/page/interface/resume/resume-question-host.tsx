import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { PlayerSnapshot } from '../../player/player.ts';
import { onDemand } from '../shared/on-demand.tsx';
import { usePage, usePlayback } from '../shared/player-context.tsx';
import { isPausedForGood } from './resume.ts';

const Card = onDemand(async () => (await import('./resume-question-card.tsx')).ResumeQuestionCard);

/** Loads with the first pause of a page that does not remember where videos were left. */
export function ResumeQuestion() {
  const { isPrivate, keepsPositions } = usePage();
  const pause = usePause();
  return pause !== null && !isPrivate() && !keepsPositions() && <Card pause={pause} />;
}

/**
 * The player as it was when the present pause began: its place decides, not where the viewer has sought to by the time
 * that the card has loaded. A pause that follows another one within a frame, or before anything has played, is its own.
 */
function usePause(): PlayerSnapshot | null {
  const { player } = usePlayback();
  const { afterPaint } = usePage();
  const pause = useRef<PlayerSnapshot>(null);
  const subscribe = useCallback(
    (listener: () => void) => {
      const follow = (): void => {
        const snapshot = player.getSnapshot();
        pause.current = isPausedForGood(player) ? (pause.current ?? snapshot) : null;
      };
      follow();
      return player.subscribe(() => {
        follow();
        afterPaint(listener);
      });
    },
    [player, afterPaint],
  );
  return useSyncExternalStore(subscribe, () => pause.current);
}
