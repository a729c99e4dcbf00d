import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { PlayerSnapshot } from '../../player/player.ts';
import { onDemand } from '../shared/on-demand.tsx';
import { usePage, usePlayback } from '../shared/player-context.tsx';
import { isPausedForGood } from './resume.ts';

const Card = onDemand(async () => (await import('./resume-question-card.tsx')).ResumeQuestionCard);

/** Loads the question at the first pause on a page that does not remember where videos were left. */
export function ResumeQuestion() {
  const { infrastructure } = usePage();
  const pause = usePause();
  return pause !== null && !infrastructure.isPrivate && !infrastructure.keepsPositions && <Card pause={pause} />;
}

/**
 * The snapshot of the player at the start of the present pause: its position decides, not a position to which the viewer has sought while
 * the card loads. Two pauses within one frame are separate pauses.
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
