import { useRef } from 'react';
import { clockTime } from '../../../../protocol/runtime/clock-time.ts';
import { copyText } from '../shared/copy-text.ts';
import { useLanguage } from '../shared/player-context.tsx';
import { useCopy } from '../shared/use-copy.ts';
import type { TranscriptLine } from './group-cues.ts';

/** Copies all lines with their times. The button's label reports the result, visually and to screen readers. */
export function CopyTranscript({ lines }: { lines: readonly TranscriptLine[] }) {
  const { say } = useLanguage();
  const button = useRef<HTMLButtonElement>(null);
  const outcome = useCopy(lines, async () => {
    // The field is inside the panel, since text outside of a modal dialog cannot be selected.
    const panel = button.current?.closest<HTMLElement>('dialog');
    return panel !== null && panel !== undefined && copyText(panel, transcriptText(lines));
  });
  const word = say(outcome.word ?? 'copy');
  return (
    <>
      <button
        ref={button}
        type="button"
        className="text-button quiet transcript-copy"
        aria-label={`${word}: ${say('transcript')}`}
        disabled={lines.length === 0}
        onClick={outcome.copy}
      >
        {word}
      </button>
      <span className="visually-hidden" role="status">
        {outcome.word !== null && word}
      </span>
    </>
  );
}

const transcriptText = (lines: readonly TranscriptLine[]): string =>
  lines.map(({ startSeconds, text }) => `${clockTime(startSeconds)} ${text}`).join('\n');
