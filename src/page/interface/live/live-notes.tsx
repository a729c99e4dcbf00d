import { useEffect, useRef } from 'react';
import { PLAYER_STATE, type PlayerStateCode } from '../../../../protocol/host/player-state.ts';
import { useIsOnline } from '../errors/offline-banner.tsx';
import { positionAt } from '../../player/player.ts';
import { useFeature, useLanguage, usePage, usePlayback, usePlayerState, useSay } from '../shared/player-context.tsx';
import { LONG_NOTICE_MS, notices } from '../shared/notices.ts';

/** States without playback; before the first playback, `waiting` is not set. */
const STANDING: readonly PlayerStateCode[] = [PLAYER_STATE.unstarted, PLAYER_STATE.buffering];

/**
 * Notes about a live stream: that it waits for its encoder, that playback has jumped to the live edge, or that a stall has left it
 * behind. Media that is still buffered plays without a note.
 */
export function LiveNotes() {
  const condition = usePlayerState(({ live }) => live?.condition);
  const isStanding = usePlayerState(({ waiting, state }) => waiting || STANDING.includes(state));
  const hasError = usePlayerState(({ error }) => error !== null);
  // Offline, the banner about the connection is shown instead.
  const isOnline = useIsOnline();
  const say = useSay();
  useJumpNotice();
  useLateNotice(isStanding);
  const isShown = condition !== 'on' && isStanding && isOnline && !hasError;
  return (
    <div role="status" className="banner-region live-notes">
      {isShown && <p className="banner">{say(condition === 'stopped' ? 'liveStopped' : 'liveNotBegun')}</p>}
    </div>
  );
}

/** Shows a notice when a stall has left a viewer behind the live edge, since hidden controls do not show this. */
function useLateNotice(isStanding: boolean): void {
  const isAtHead = usePlayerState(({ isAtLiveHead }) => isAtLiveHead);
  const isSeeking = usePlayerState(({ seeking }) => seeking);
  const { player } = usePlayback();
  const { clock } = usePage();
  const notice = useFeature(notices);
  const language = useLanguage();
  const place = useRef<'head' | 'stalled' | 'behind'>('behind');
  useEffect(() => {
    const wasStalled = place.current === 'stalled';
    if (isStanding && !isSeeking && place.current === 'head') place.current = 'stalled';
    if (isStanding) return;
    place.current = isAtHead ? 'head' : 'behind';
    if (isAtHead || !wasStalled) return;
    const snapshot = player.getSnapshot();
    const seconds = snapshot.seekable[1] - positionAt(snapshot, clock.monotonicNow());
    notice.show(language.say('behindLive', { time: language.clockTime(seconds) }), { forMs: LONG_NOTICE_MS });
  }, [isStanding, isSeeking, isAtHead, player, clock, notice, language]);
}

/** Shows a notice when playback has jumped to the live edge, because its position was no longer seekable. */
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
