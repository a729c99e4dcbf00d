import { useEffect, useState } from 'react';
import { usePage } from './player-context.tsx';

/** How long the outcome replaces the button's label: long enough to read it, short enough not to look like a lasting state. */
const OUTCOME_MS = 3_000;

interface Outcome {
  readonly of: unknown;
  readonly word: 'copied' | 'copyFailed';
}

/** `copy` copies; `word` then says for a while whether copying worked. It ends early when `of` changes, which identifies the text. */
export function useCopy(of: unknown, copy: () => Promise<boolean>) {
  const { clock, reportError } = usePage();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => (outcome === null ? undefined : clock.after(OUTCOME_MS, () => setOutcome(null))), [outcome, clock]);
  return {
    word: outcome?.of === of ? (outcome?.word ?? null) : null,
    copy: (): void => {
      copy()
        .then((isCopied) => setOutcome({ of, word: isCopied ? 'copied' : 'copyFailed' }))
        .catch(reportError);
    },
  };
}
