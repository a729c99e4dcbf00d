import { usePage, usePlayerState } from '../shared/player-context.tsx';

/**
 * A graph of how often each moment has been watched, above the bar while the viewer points at a moment. The provider supplies its image.
 */
export function MostWatched() {
  const { infrastructure } = usePage();
  const url = usePlayerState(({ video }) => video.response?.mostWatchedUrl);
  if (url === undefined || infrastructure.isPrivate) return null;
  return <div className="seek-watched" style={{ maskImage: `url(${JSON.stringify(url)})` }} aria-hidden="true" />;
}

/** The moment that was played most; `undefined` until it is known, and in a private embed, which shows no graph. */
export function useMostWatched(): number | undefined {
  const { infrastructure } = usePage();
  const seconds = usePlayerState(({ video }) => video.response?.mostWatchedSeconds);
  return infrastructure.isPrivate ? undefined : seconds;
}
