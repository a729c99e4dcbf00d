import { usePlayerTools, useStore } from '../shared/player-context.tsx';

/** Going on where one stopped is one press away, for as long as the offer stands. */
export function ResumeButton() {
  const { resume, language } = usePlayerTools();
  const { seconds } = useStore(resume);
  if (seconds === null) return null;
  return (
    <button type="button" className="text-button corner-button" onClick={() => resume.accept()}>
      {language.say('continueAt', { time: language.clockTime(seconds) })}
    </button>
  );
}
