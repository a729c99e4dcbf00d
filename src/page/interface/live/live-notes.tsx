import { useEffect, useRef } from 'react';
import { PLAYER_STATE, type PlayerStateCode } from '../../../../protocol/host/player-state.ts';
import { useIsOnline } from '../errors/offline-banner.tsx';
import { useFeature, useLanguage, usePlayerState, useSay } from '../shared/player-context.tsx';
import { LONG_NOTICE_MS, notices } from '../shared/notices.ts';

/** Before anything has played, `waiting` is not told. */
const STANDING: readonly PlayerStateCode[] = [PLAYER_STATE.unstarted, PLAYER_STATE.buffering];

/**
 * Notes about a live stream: that it waits for its encoder, and that playback was taken to the head. Media that is
 * still loaded plays without a note.
 */
export function LiveNotes() {
  const condition = usePlayerState(({ live }) => live?.condition);
  const isStanding = usePlayerState(({ waiting, state }) => waiting || STANDING.includes(state));
  const hasError = usePlayerState(({ error }) => error !== null);
  // The other banner says more.
  const isOnline = useIsOnline();
  const say = useSay();
  useJumpNotice();
  const isTold = condition !== 'on' && isStanding && isOnline && !hasError;
  return (
    <div role="status" className="banner-region live-notes">
      {isTold && <p className="banner">{say(condition === 'stopped' ? 'liveStopped' : 'liveNotBegun')}</p>}
    </div>
  );
}

/** The place of the viewer had left the window. */
function useJumpNotice(): void {
  const jumps = usePlayerState(({ live }) => live?.jumps ?? 0);
  const notice = useFeature(notices);
  const language = useLanguage();
  const before = useRef(jumps);
  useEffect(() => {
    if (jumps > before.current) notice.show(language.say('live'), { forMs: LONG_NOTICE_MS });
    before.current = jumps;
  }, [jumps, notice, language]);
}
