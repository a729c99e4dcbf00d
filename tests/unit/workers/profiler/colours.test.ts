import { expect, test } from 'vitest';
import { contrast } from '../../../../protocol/page/accent.ts';
import { CATEGORY_COLOURS } from '../../../../protocol/profiling/span-names.ts';
import { COLOURS } from '../../../../workers/profiler/colours.ts';

test.each(['dark', 'light'] as const)(
  'in the %s plot text has a contrast of 4.5 or more, and shapes of 3 or more',
  (theme) => {
    const { background, lane, unknown, text, quietText, spanText, categories } = COLOURS[theme];
    expect(Object.keys(categories)).toEqual(Object.keys(CATEGORY_COLOURS));
    for (const ground of [background, lane, unknown]) {
      for (const ink of [text, quietText]) expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
      for (const colour of Object.values(categories)) expect(contrast(colour, ground)).toBeGreaterThanOrEqual(3);
    }
    for (const colour of Object.values(categories)) expect(contrast(spanText, colour)).toBeGreaterThanOrEqual(4.5);
    expect(new Set(Object.values(categories)).size).toBe(Object.keys(categories).length);
  },
);
