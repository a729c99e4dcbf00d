import { useStore, useViewer } from '../shared/player-context.tsx';

/** Resumes at the remembered position, while the offer is shown. */
export function ResumeButton() {
  const { resume, language } = useViewer();
  const { seconds } = useStore(resume);
  if (seconds === null) return null;
  return (
    <button type="button" className="text-button corner-button" onClick={() => resume.accept()}>
      {language.say('continueAt', { time: language.clockTime(seconds) })}
    </button>
  );
}
