import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { useFeature, useLanguage, usePlayerState, useStore } from '../shared/player-context.tsx';
import { connection } from './connection.ts';

export const useIsOnline = (): boolean => useStore(useFeature(connection)) !== 'offline';

/**
 * The live region stays mounted, so that screen readers announce its content. Once what was loaded has played, it says what
 * the error card would say later. An error says more, and replaces it.
 */
export function OfflineBanner() {
  const state = useStore(useFeature(connection));
  const hasError = usePlayerState(({ error }) => error !== null);
  const isWaiting = usePlayerState((snapshot) => snapshot.state === PLAYER_STATE.buffering);
  const { say, sayError } = useLanguage();
  const offline = isWaiting ? sayError({ code: 'net.offline', title: '', advice: '' }).advice : say('offline');
  return (
    <div role="status" className="banner-region">
      {state !== 'online' && !hasError && <p className="banner">{state === 'offline' ? offline : say('online')}</p>}
    </div>
  );
}
