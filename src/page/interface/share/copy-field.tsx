import { copyText } from '../shared/copy-text.ts';
import { useLanguage, usePage } from '../shared/player-context.tsx';
import { useCopy } from '../shared/use-copy.ts';

interface CopyFieldProps {
  readonly label: string;
  readonly text: string;
  /** Number of lines; a field of a single line if absent. */
  readonly rows?: number;
}

/** A text with a button that copies it. The button's label reports the result, visually and to screen readers. */
export function CopyField({ label, text, rows }: CopyFieldProps) {
  const { root } = usePage();
  const language = useLanguage();
  const { word, copy } = useCopy(text, () => copyText(root, text));
  const outcome = word === null ? null : language.say(word);
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
        onClick={copy}
      >
        {outcome ?? language.say('copy')}
      </button>
      <span className="visually-hidden" role="status">
        {outcome}
      </span>
    </div>
  );
}
