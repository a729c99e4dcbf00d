import { PLAYER_STATE, type PlayerStateCode } from '../../../../protocol/host/player-state.ts';
import type { Language } from '../../language/language.ts';
import { useFeature, useLanguage, usePlayerState, useStore } from '../shared/player-context.tsx';
import { connection } from './connection.ts';

export const useIsOnline = (): boolean => useStore(useFeature(connection)) !== 'offline';

/**
 * The live region stays mounted, so that screen readers announce its content. For a video that does not play, the banner says only that
 * the player is offline; once the buffer has run out, it gives the advice of the error card that would follow. An error card has more
 * details, and replaces the banner.
 */
export function OfflineBanner() {
  const state = useStore(useFeature(connection));
  const hasError = usePlayerState(({ error }) => error !== null);
  const playback = usePlayerState((snapshot) => (state === 'offline' ? snapshot.state : PLAYER_STATE.unstarted));
  const language = useLanguage();
  return (
    <div role="status" className="banner-region">
      {state !== 'online' && !hasError && (
        <p className="banner">{state === 'offline' ? offlineWords(playback, language) : language.say('online')}</p>
      )}
    </div>
  );
}

function offlineWords(playback: PlayerStateCode, { say, sayError }: Language): string {
  if (playback === PLAYER_STATE.playing) return say('offline');
  const { title, advice } = sayError({ code: 'net.offline', title: '', advice: '' });
  return playback === PLAYER_STATE.buffering ? advice : title;
}
