import type { Band } from './span-rows.ts';

/** Number of distinct colours; further groups get the same colours with rising stripes, then with falling stripes. */
export const SPAN_COLOURS = 16;
export const STRIPES = ['none', 'rising', 'falling'] as const;
export type Stripes = (typeof STRIPES)[number];

/** Number of each group, which determines its colour and stripes. */
export type Palette = ReadonlyMap<string, number>;

/** Palette of all bands. Groups with the most time come first, so that the most visible groups differ most. */
export function paletteOf(bands: readonly Band[]): Palette {
  const times = groupTimes(bands);
  const ordered = [...times].toSorted(([, one], [, other]) => other - one);
  return new Map(ordered.map(([group], index) => [group, Math.min(index, SPAN_COLOURS * STRIPES.length - 1)]));
}

export interface Swatch {
  /** Number of the colour. */
  readonly colour: number;
  readonly stripes: Stripes;
}

export function swatchOf(palette: Palette, group: string): Swatch {
  const number = palette.get(group) ?? 0;
  return { colour: number % SPAN_COLOURS, stripes: STRIPES[Math.floor(number / SPAN_COLOURS)] ?? 'none' };
}

function groupTimes(bands: readonly Band[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const { rows, groups } of bands)
    for (const { label, startUs, endUs } of rows)
      for (const [index, number] of label.entries()) {
        const group = groups[number] ?? '';
        times.set(group, (times.get(group) ?? 0) + (endUs[index] ?? 0) - (startUs[index] ?? 0));
      }
  return times;
}
