import { PlayButton } from '../controls/play-button.tsx';
import { SEEK_LEAP_SECONDS } from '../seek/seek-steps.ts';
import { useTimeline } from '../seek/use-time.ts';
import { useFeature, useLanguage, usePage, usePlayerState, useSay, useStore } from '../shared/player-context.tsx';
import { pointerKind } from './pointer-kind.ts';
import { seekAccumulator } from '../seek/seek-accumulator.ts';

/** Buttons in reach of a thumb: back, play and forward in the middle of the picture. Only for fingers. */
export function CentreControls() {
  const isCoarse = useStore(useFeature(pointerKind)) === 'coarse';
  const hasError = usePlayerState(({ error }) => error !== null);
  const { canSeek } = useTimeline();
  const say = useSay();
  if (!isCoarse || hasError) return null;
  return (
    <div className="centre-controls" role="group" aria-label={say('controls')} dir="ltr">
      {canSeek && <SkipButton seconds={-SEEK_LEAP_SECONDS} />}
      <PlayButton className="centre-play" />
      {canSeek && <SkipButton seconds={SEEK_LEAP_SECONDS} />}
    </div>
  );
}

function SkipButton({ seconds }: { seconds: number }) {
  const { clock } = usePage();
  const seek = useFeature(seekAccumulator);
  const language = useLanguage();
  return (
    <button
      type="button"
      className="icon-button skip-button"
      aria-label={language.say(seconds < 0 ? 'skipBack' : 'skipForward', { count: Math.abs(seconds) })}
      data-icon={seconds < 0 ? 'skipBack' : 'skipForward'}
      onClick={() => seek.add(seconds, clock.monotonicNow())}
    >
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path
          d="M12 4.6V1.8L7.4 5.9 12 10V7.2a5.9 5.9 0 1 1-5.9 5.9H3.6A8.4 8.4 0 1 0 12 4.6z"
          transform={seconds < 0 ? undefined : 'matrix(-1 0 0 1 24 0)'}
        />
        <text x="12" y="15.4" textAnchor="middle" fontSize="6.4" fontWeight="700">
          {Math.abs(seconds)}
        </text>
      </svg>
    </button>
  );
}
