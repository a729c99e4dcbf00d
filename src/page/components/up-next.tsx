import { onDemand } from './on-demand.tsx';
import { usePlayerState } from './player-context.tsx';

/** The card, and what decides when it shows, come with the first list. */
const Card = onDemand(async () => (await import('./panels/up-next-card.tsx')).UpNextCard);

export function UpNext() {
  const isList = usePlayerState(({ playlist }) => (playlist?.videoIds.length ?? 0) > 1);
  return isList && <Card />;
}
