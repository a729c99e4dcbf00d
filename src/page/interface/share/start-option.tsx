import { useId } from 'react';
import { useLanguage } from '../shared/player-context.tsx';
import { readStartTime } from './start-time.ts';

interface StartOptionProps {
  readonly isOn: boolean;
  readonly text: string;
  readonly durationSeconds: number;
  readonly onChange: (change: { readonly hasStart: boolean; readonly startText?: string }) => void;
}

/** 'Start at' with its time, which the viewer may rewrite. The field stands where the language places the time. */
export function StartOption({ isOn, text, durationSeconds, onChange }: StartOptionProps) {
  const { say, clockTime } = useLanguage();
  const id = useId();
  const start = readStartTime(text, durationSeconds);
  const problem = isOn && 'problem' in start ? start.problem : null;
  const [before = '', after = ''] = say('startAt', { time: '\0' }).split('\0');
  return (
    <div className="share-start">
      <label>
        <input
          id={id}
          type="checkbox"
          aria-label={say('startAt', { time: text })}
          checked={isOn}
          onChange={({ target }) => onChange({ hasStart: target.checked })}
        />
        {before.trim()}
      </label>
      <input
        type="text"
        dir="ltr"
        size={7}
        autoComplete="off"
        spellCheck={false}
        aria-label={say('startTime')}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-problem`}
        value={text}
        onChange={({ target }) => onChange({ hasStart: true, startText: target.value })}
        onBlur={() => 'seconds' in start && onChange({ hasStart: isOn, startText: clockTime(start.seconds) })}
      />
      {after.trim() !== '' && <label htmlFor={id}>{after.trim()}</label>}
      <span id={`${id}-problem`} className="share-problem" role="status">
        {problem !== null && say(problem, { total: clockTime(durationSeconds) })}
      </span>
    </div>
  );
}
