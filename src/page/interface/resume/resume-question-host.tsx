import { useState } from 'react';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { onDemand } from '../shared/on-demand.tsx';
import { useLatePlayerState, usePage, usePlayback } from '../shared/player-context.tsx';

const Card = onDemand(async () => (await import('./resume-question-card.tsx')).ResumeQuestionCard);

/** Loads with the first pause of a page that does not remember where videos were left. */
export function ResumeQuestion() {
  const { isPrivate, keepsPositions } = usePage();
  const isPaused = useLatePlayerState(({ state }) => state === PLAYER_STATE.paused);
  return isPaused && !isPrivate() && !keepsPositions() && <PausedQuestion />;
}

/** The place of the pause decides, not where the viewer has sought to by the time that the card has loaded. */
function PausedQuestion() {
  const { player } = usePlayback();
  const [pause] = useState(() => player.getSnapshot());
  return <Card pause={pause} />;
}
