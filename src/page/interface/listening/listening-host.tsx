import { useRef } from 'react';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { onDemand } from '../shared/on-demand.tsx';
import { usePage, usePlayerState } from '../shared/player-context.tsx';

const Cover = onDemand(async () => (await import('./listening-cover.tsx')).ListeningCover);

/** What is shown while only sound is loaded, until pictures of another quality are there. */
export function ListeningHost() {
  const { endscreen } = usePage().parameters;
  const quality = usePlayerState((snapshot) => snapshot.quality);
  const isHidden = usePlayerState(
    ({ state, error, pictureInPicture }) =>
      error !== null || pictureInPicture || state === PLAYER_STATE.cued || (endscreen && state === PLAYER_STATE.ended),
  );
  const isListening = useRef(false);
  if (quality !== 'unknown') isListening.current = quality === 'audio';
  return isListening.current && !isHidden && <Cover />;
}
