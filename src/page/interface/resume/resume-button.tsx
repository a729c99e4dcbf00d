import { useLeaveControl } from '../shared/leave-control.ts';
import { useFeatures, useStore } from '../shared/player-context.tsx';
import { resume } from './resume.ts';

/** Resumes at the remembered position, while the offer is shown. */
export function ResumeButton() {
  const features = useFeatures();
  const { language } = features;
  const offer = features.get(resume);
  const { seconds } = useStore(offer);
  const leaving = useLeaveControl(seconds !== null);
  if (seconds === null) return null;
  return (
    <button type="button" className="text-button corner-button" onClick={leaving(() => offer.accept())}>
      {language.say('continueAt', { time: language.clockTime(seconds) })}
    </button>
  );
}
