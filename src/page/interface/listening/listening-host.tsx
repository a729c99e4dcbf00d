import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { onDemand } from '../shared/on-demand.tsx';
import { useFeature, usePage, usePlayerState, useStore } from '../shared/player-context.tsx';
import { listening } from './listening.ts';

const Cover = onDemand(async () => (await import('./listening-cover.tsx')).ListeningCover);

/** Covers the picture while only sound is loaded. */
export function ListeningHost() {
  const { endscreen } = usePage().parameters;
  const lacksPictures = useStore(useFeature(listening));
  const isHidden = usePlayerState(
    ({ state, error, pictureInPicture }) =>
      error !== null || pictureInPicture || state === PLAYER_STATE.cued || (endscreen && state === PLAYER_STATE.ended),
  );
  return lacksPictures && !isHidden && <Cover />;
}
