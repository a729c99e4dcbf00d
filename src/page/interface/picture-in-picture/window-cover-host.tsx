import { onDemand } from '../shared/on-demand.tsx';
import { usePlayerState } from '../shared/player-context.tsx';

const Cover = onDemand(async () => (await import('./window-cover.tsx')).WindowCover);

/** The page's content while the video is in a separate window. */
export function WindowCoverHost() {
  const hasError = usePlayerState(({ error }) => error !== null);
  return usePlayerState(({ pictureInPicture }) => pictureInPicture) && !hasError && <Cover />;
}
