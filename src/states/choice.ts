import type { Screen } from './screens.ts';

const ALL = 'all';

interface Option {
  readonly legend: string;
  /** Labels by value. */
  readonly values: Readonly<Record<string, string>>;
  readonly usual: string;
}

/** Options other than the screen, by their names in the page's address. */
export const OPTIONS = {
  width: { legend: 'Width', values: { 320: '320 px', 640: '640 px', 1280: '1280 px' }, usual: '640' },
  theme: { legend: 'Theme', values: { dark: 'dark', light: 'light' }, usual: 'dark' },
  direction: { legend: 'Direction', values: { ltr: 'left to right', rtl: 'right to left' }, usual: 'ltr' },
} as const satisfies Readonly<Record<string, Option>>;
export type OptionName = keyof typeof OPTIONS;

/** A value or `all` for each option, and the name of a screen or `all`. */
export type Choice = Readonly<Record<OptionName | 'screen', string>>;

/** A combination of options in which a screen is shown. */
export type Look = Readonly<Record<OptionName, string>>;

/** Reads a choice from a query; absent and unknown values get their defaults. */
export function readChoice(query: URLSearchParams, screens: readonly Screen[]): Choice {
  const read = (name: OptionName | 'screen', known: readonly string[], usual: string): string => {
    const value = query.get(name) ?? usual;
    return value === ALL || known.includes(value) ? value : usual;
  };
  const option = (name: OptionName): string => read(name, Object.keys(OPTIONS[name].values), OPTIONS[name].usual);
  return {
    width: option('width'),
    theme: option('theme'),
    direction: option('direction'),
    screen: read(
      'screen',
      screens.map(({ name }) => name),
      ALL,
    ),
  };
}

export const addressOf = (choice: Choice): string => `?${new URLSearchParams(choice)}`;

/** Every combination of the chosen options, widths first. */
export function looksOf(choice: Choice): readonly Look[] {
  const valuesOf = (name: OptionName): readonly string[] =>
    choice[name] === ALL ? Object.keys(OPTIONS[name].values) : [choice[name]];
  return valuesOf('width').flatMap((width) =>
    valuesOf('theme').flatMap((theme) => valuesOf('direction').map((direction) => ({ width, theme, direction }))),
  );
}

export function wordsOf(look: Look): string {
  const word = (name: OptionName): string => (OPTIONS[name] as Option).values[look[name]] ?? look[name];
  return `${word('width')}, ${word('theme')}, ${word('direction')}`;
}
