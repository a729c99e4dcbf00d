import type { Band } from './span-rows.ts';

/** Distinct colours; groups beyond them share the last one. */
export const SPAN_COLOURS = 16;

/** A group's colour, by its number. */
export type Palette = ReadonlyMap<string, number>;

/** Groups of all bands, those with most time first, so that what is looked at most differs most. */
export function paletteOf(bands: readonly Band[]): Palette {
  const times = groupTimes(bands);
  const ordered = [...times].toSorted(([, one], [, other]) => other - one);
  return new Map(ordered.map(([group], index) => [group, Math.min(index, SPAN_COLOURS - 1)]));
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
