import { useEffect, useState } from 'react';
import type { Colours } from './draw-bands.ts';
import { SPAN_COLOURS } from './palette.ts';

/** Colours of the current theme, updated when the theme changes and for printing. */
export function useColours(): Colours {
  const [colours, setColours] = useState(readColours);
  useEffect(() => {
    const themes = [matchMedia('(prefers-color-scheme: dark)'), matchMedia('print')];
    const read = (): void => setColours(readColours());
    for (const theme of themes) theme.addEventListener('change', read);
    return () => {
      for (const theme of themes) theme.removeEventListener('change', read);
    };
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
    stripe: read('stripe'),
    spans: Array.from({ length: SPAN_COLOURS }, (_, index) => read(`span-${index}`)),
  };
}
