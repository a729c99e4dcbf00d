import { useEffect, useState } from 'react';
import type { Colours } from './draw-bands.ts';

const SPAN_COLOURS = 8;

/** Colours of the theme; another theme redraws. */
export function useColours(): Colours {
  const [colours, setColours] = useState(readColours);
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const read = (): void => setColours(readColours());
    dark.addEventListener('change', read);
    return () => dark.removeEventListener('change', read);
  }, []);
  return colours;
}

function readColours(): Colours {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    text: read('text'),
    quiet: read('quiet'),
    line: read('line'),
    mark: read('mark'),
    selected: read('selected'),
    faded: read('faded'),
    spanText: read('span-text'),
    spans: Array.from({ length: SPAN_COLOURS }, (_, index) => read(`span-${index}`)),
  };
}
