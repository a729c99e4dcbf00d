import { onDemand } from '../shared/on-demand.tsx';
import { usePlayerState } from '../shared/player-context.tsx';

/** The card, and the code that decides when to show it, load with the first playlist. */
const Card = onDemand(async () => (await import('./up-next-card.tsx')).UpNextCard);

export function UpNext() {
  const isList = usePlayerState(({ playlist }) => (playlist?.videoIds.length ?? 0) > 1);
  return isList && <Card />;
}
