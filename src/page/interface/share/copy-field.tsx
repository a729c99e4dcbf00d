import { useState } from 'react';
import { copyText } from '../shared/copy-text.ts';
import { useLanguage, usePage } from '../shared/player-context.tsx';

interface CopyFieldProps {
  readonly label: string;
  readonly text: string;
  /** One line if absent. */
  readonly rows?: number;
}

/** A text to copy. The button's label reports the result, visually and to screen readers. */
export function CopyField({ label, text, rows }: CopyFieldProps) {
  const { root, reportError } = usePage();
  const language = useLanguage();
  const [copied, setCopied] = useState<{ readonly text: string; readonly word: 'copied' | 'copyFailed' } | null>(null);
  const outcome = copied?.text === text ? language.say(copied.word) : null;
  const copy = async (): Promise<void> => {
    setCopied({ text, word: (await copyText(root, text)) ? 'copied' : 'copyFailed' });
  };
  const Field = rows === undefined ? 'input' : 'textarea';
  return (
    <div className="share-field">
      <label>
        {label}
        <Field
          readOnly
          dir="ltr"
          rows={rows}
          spellCheck={false}
          value={text}
          onFocus={({ target }) => target.select()}
        />
      </label>
      <button
        type="button"
        className="text-button quiet"
        aria-label={`${outcome ?? language.say('copy')}: ${label}`}
        onClick={() => void copy().catch(reportError)}
      >
        {outcome ?? language.say('copy')}
      </button>
      <span className="visually-hidden" role="status">
        {outcome}
      </span>
    </div>
  );
}
