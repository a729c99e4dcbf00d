import type { SpanCategory } from '../../protocol/profiling/span-names.ts';

export interface PlotColours {
  readonly background: string;
  /** Background of the rows of a lane; time without a span is hatched over it in {@link unknown}. */
  readonly lane: string;
  readonly unknown: string;
  readonly line: string;
  readonly text: string;
  readonly quietText: string;
  /** Text on the colour of a category. */
  readonly spanText: string;
  readonly selected: string;
  readonly categories: Readonly<Record<SpanCategory, string>>;
}

/** Opaque colours, so that a test can compute every contrast. */
export const COLOURS: Readonly<Record<'dark' | 'light', PlotColours>> = {
  dark: {
    background: '#14181a',
    lane: '#1b2023',
    unknown: '#262d31',
    line: '#39434a',
    text: '#f3f6f5',
    quietText: '#b4bfbc',
    spanText: '#0c1012',
    selected: '#ffffff',
    categories: {
      call: '#7cb7ff',
      log: '#b9a5ff',
      storage: '#e3b34d',
      network: '#5fd0a5',
      media: '#f08bbd',
      render: '#9bd05f',
      blocked: '#ff8a73',
    },
  },
  light: {
    background: '#fcfdfc',
    lane: '#f1f4f3',
    unknown: '#e1e6e4',
    line: '#c4ccca',
    text: '#14191a',
    quietText: '#4a5654',
    spanText: '#ffffff',
    selected: '#000000',
    categories: {
      call: '#1f5fae',
      log: '#5b3fb5',
      storage: '#7d5300',
      network: '#0b6b4c',
      media: '#a12267',
      render: '#3d6a10',
      blocked: '#b3261e',
    },
  },
};
