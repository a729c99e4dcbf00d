import { LateStatus } from '../shared/late-status.tsx';
import { useLeaveControl } from '../shared/leave-control.ts';
import { useFeatures, useStore } from '../shared/player-context.tsx';
import { resume } from './resume.ts';

/** Offers to continue at the remembered position, or to start over. The offer stays while it has the focus or a pointer is on it. */
export function ResumeButton() {
  const features = useFeatures();
  const { language } = features;
  const offer = features.get(resume);
  const { seconds } = useStore(offer);
  const leaving = useLeaveControl(seconds !== null);
  if (seconds === null) return null;
  const words =
    seconds === 0 ? language.say('startOver') : language.say('continueAt', { time: language.clockTime(seconds) });
  return (
    <div className="resume-offer">
      <LateStatus>{words}</LateStatus>
      <button
        type="button"
        className="text-button corner-button"
        onClick={leaving(() => offer.accept())}
        onFocus={offer.hold}
        onBlur={offer.release}
        onPointerEnter={offer.hold}
        onPointerLeave={offer.release}
      >
        {words}
      </button>
    </div>
  );
}
