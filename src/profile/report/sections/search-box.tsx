import { useEffect, useRef, type KeyboardEvent as ReactKeyboardEvent, type RefObject } from 'react';
import type { Walker } from '../plot/band-plot.tsx';

export interface SearchedPlot {
  readonly name: string;
  /** Number of spans of the plot that the search finds. */
  readonly count: number;
  readonly walker: RefObject<Walker | null>;
}

export interface SearchBoxProps {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly plots: readonly SearchedPlot[];
}

const STEPS: Readonly<Record<string, 1 | -1>> = { n: 1, p: -1 };

/**
 * The search field with its number of matches. Its keys work wherever the focus is: `/` focuses the field, `n` and `p` step through
 * the first plot with matches. A focused plot handles these keys itself.
 */
export function SearchBox({ query, onQuery, plots }: SearchBoxProps) {
  const field = useRef<HTMLInputElement>(null);
  const first = plots.find(({ count }) => count > 0)?.walker;

  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
      if (event.defaultPrevented || isShortcut || isTextField(event.target)) return;
      const step = STEPS[event.key];
      if (event.key === '/') field.current?.focus();
      else if (step !== undefined && first !== undefined) first.current?.walk(step);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [first]);

  const pressInField = ({ key, shiftKey }: ReactKeyboardEvent): void => {
    if (key === 'Enter') first?.current?.walk(shiftKey ? -1 : 1);
  };
  return (
    <>
      <label>
        Search <kbd>/</kbd>{' '}
        <input
          ref={field}
          type="search"
          value={query}
          onChange={({ target }) => onQuery(target.value)}
          onKeyDown={pressInField}
        />
      </label>
      <span role="status" className="quiet">
        {query.trim() !== '' && foundText(plots)}
      </span>
    </>
  );
}

function foundText(plots: readonly SearchedPlot[]): string {
  const found = plots.filter(({ count }) => count > 0).map(({ name, count }) => `${count} in ${name}`);
  return found.length === 0 ? 'nothing found' : `${found.join(', ')}; n p or Enter step through them`;
}

/** Whether typing belongs to a search field; in other controls, such as radio buttons, these keys have no other use. */
function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'search';
}
