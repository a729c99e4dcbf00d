import { useSyncExternalStore } from 'react';
import { usePlayerState, useSay } from '../shared/player-context.tsx';

function subscribe(listener: () => void): () => void {
  const listening = new AbortController();
  for (const type of ['online', 'offline'] as const)
    window.addEventListener(type, listener, { signal: listening.signal });
  return () => listening.abort();
}

export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

/** The live region stays mounted, so that screen readers announce its content. An error says more, and replaces it. */
export function OfflineBanner() {
  const isOnline = useIsOnline();
  const hasError = usePlayerState(({ error }) => error !== null);
  const say = useSay();
  return (
    <div role="status" className="banner-region">
      {!isOnline && !hasError && <p className="banner">{say('offline')}</p>}
    </div>
  );
}
