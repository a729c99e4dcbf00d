import { SIZE_LABELS } from '../../../protocol/media/size-labels.ts';

/** Labels of picture sizes, the smallest first. */
const LINES: Readonly<Record<string, string>> = { unknown: 'unknown', ...SIZE_LABELS, highres: 'more' };
const ORDER = Object.keys(LINES);

/** Suffix of a quality name at about 60 frames a second, if the video has the same size at a lower rate, too. */
const FAST = '_60';

export function qualityLabel(name: string): string {
  const size = name.replace(FAST, '');
  return (LINES[size] ?? size) + (size === name ? '' : '60');
}

/** Watched qualities, the smallest first. */
export function qualitiesOf(qualityMs: Readonly<Record<string, number>>): string[] {
  const rank = (name: string): number => ORDER.indexOf(name.replace(FAST, '')) + (name.endsWith(FAST) ? 0.5 : 0);
  return Object.keys(qualityMs).sort((left, right) => rank(left) - rank(right));
}
