import { useRef, useState } from 'react';
import { clockTime } from '../../../../protocol/runtime/clock-time.ts';
import { copyText } from '../shared/copy-text.ts';
import { useLanguage, usePage } from '../shared/player-context.tsx';
import type { TranscriptLine } from './group-cues.ts';

interface Outcome {
  readonly lines: readonly TranscriptLine[];
  readonly word: 'copied' | 'copyFailed';
}

/** Copies all lines with their times. The button's label reports the result, visually and to screen readers. */
export function CopyTranscript({ lines }: { lines: readonly TranscriptLine[] }) {
  const { reportError } = usePage();
  const { say } = useLanguage();
  const button = useRef<HTMLButtonElement>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const word = say(outcome?.lines === lines ? outcome.word : 'copy');
  const copy = async (): Promise<void> => {
    // Inside the panel: what is outside of a modal one takes no selection.
    const panel = button.current?.closest<HTMLElement>('dialog');
    if (panel === null || panel === undefined) return;
    setOutcome({ lines, word: (await copyText(panel, transcriptText(lines))) ? 'copied' : 'copyFailed' });
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="text-button quiet transcript-copy"
        aria-label={`${word}: ${say('transcript')}`}
        disabled={lines.length === 0}
        onClick={() => void copy().catch(reportError)}
      >
        {word}
      </button>
      <span className="visually-hidden" role="status">
        {outcome?.lines === lines && word}
      </span>
    </>
  );
}

const transcriptText = (lines: readonly TranscriptLine[]): string =>
  lines.map(({ startSeconds, text }) => `${clockTime(startSeconds)} ${text}`).join('\n');
