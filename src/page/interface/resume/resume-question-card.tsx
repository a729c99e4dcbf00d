import { useEffect, useId, useRef } from 'react';
import './resume-question.css';
import type { PlayerSnapshot } from '../../player/player.ts';
import { useLeaveControl } from '../shared/leave-control.ts';
import { useFeature, useFeatures, usePage, usePlayback, useSay, useStore } from '../shared/player-context.tsx';
import { panels } from '../panels/panels.ts';
import { LONG_NOTICE_MS, notices } from '../shared/notices.ts';
import { resumeQuestion } from './resume-question.ts';
import { resume } from './resume.ts';

/** The card leaves the focus where it is, because it appears without a request of the viewer. */
export function ResumeQuestionCard({ pause }: { readonly pause: PlayerSnapshot }) {
  const question = useFeature(resumeQuestion);
  const { isAsked } = useStore(question);
  const features = useFeatures();
  const offer = useFeature(resume);
  const notice = useFeature(notices);
  const say = useSay();
  const leaving = useLeaveControl(isAsked);
  useEffect(() => question.consider(pause), [question, pause]);
  const card = useRef<HTMLDivElement>(null);
  const questionId = useId();
  useEscape(isAsked, () => leaving(question.dismiss)({ currentTarget: card.current?.querySelector(':focus') ?? null }));
  const accept = async (): Promise<void> => {
    if (!(await question.accept())) return notice.show(say('failed'), { forMs: LONG_NOTICE_MS });
    offer.keepHere();
    notice.show(say('placeSaved'));
  };
  const refuse = (): void => {
    question.dismiss();
    offer.refuse();
  };
  return (
    <>
      {/* The live region exists before its words, so that they are announced. */}
      <p className="visually-hidden" role="status">
        {isAsked && say('rememberPlace')}
      </p>
      {isAsked && (
        <div ref={card} className="resume-question" role="group" aria-label={say('rememberPlace')}>
          <p id={questionId} aria-hidden="true">
            {say('rememberPlace')}
          </p>
          <button
            type="button"
            className="text-button"
            aria-describedby={questionId}
            onClick={leaving(() => void accept().catch(features.page.reportError))}
          >
            {say('yes')}
          </button>
          <button type="button" className="text-button quiet" aria-describedby={questionId} onClick={leaving(refuse)}>
            {say('no')}
          </button>
        </div>
      )}
    </>
  );
}

/** Calls `run` on Escape wherever the focus is, unless Escape first closes a panel or cancels a drag. */
function useEscape(isActive: boolean, run: () => void): void {
  const { root } = usePage();
  const { attention } = usePlayback();
  const panel = useFeature(panels);
  useEffect(() => {
    if (!isActive) return undefined;
    const listening = new AbortController();
    const press = ({ key, defaultPrevented }: KeyboardEvent): void => {
      const isElsewhere = defaultPrevented || panel.get() !== null || attention.get() === 'dragging';
      if (key === 'Escape' && !isElsewhere) run();
    };
    root.ownerDocument.addEventListener('keydown', press, { signal: listening.signal, capture: true });
    return () => listening.abort();
  }, [isActive, run, root, attention, panel]);
}
