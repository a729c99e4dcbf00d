import type { Band, Hit } from './span-rows.ts';

/** Indices of the labels that a search finds; `null` for an empty search, which matches all labels. */
export function matchingLabels({ labels, groups }: Band, query: string): ReadonlySet<number> | null {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return null;
  const found = new Set<number>();
  for (const [index, label] of labels.entries())
    if (`${label} ${groups[index] ?? ''}`.toLowerCase().includes(wanted)) found.add(index);
  return found;
}

/** All spans that a search finds, sorted by time. */
export function hitsOf(bands: readonly Band[], query: string): Hit[] {
  const hits = bands.flatMap((band) => {
    const labels = matchingLabels(band, query);
    if (labels === null) return [];
    return band.rows.flatMap((spans, row) =>
      spans.label.flatMap((label, index) => (labels.has(label) ? [{ band, row, index }] : [])),
    );
  });
  const startOf = ({ band, row, index }: Hit): number => band.rows[row]?.startUs[index] ?? 0;
  return hits.toSorted((one, other) => startOf(one) - startOf(other));
}

export interface LabelTotal {
  readonly band: string;
  readonly label: string;
  readonly count: number;
  readonly totalUs: number;
  readonly longestUs: number;
}

/** Sums of the visible spans by label, for the table of a plot. */
export function totalsWithin(bands: readonly Band[], fromUs: number, toUs: number, query: string): LabelTotal[] {
  const totals = bands.flatMap((band) => {
    const labels = matchingLabels(band, query);
    const sums = new Map<number, { count: number; totalUs: number; longestUs: number }>();
    for (const row of band.rows)
      for (const [index, label] of row.label.entries()) {
        const [startUs, endUs] = [row.startUs[index] ?? 0, row.endUs[index] ?? 0];
        if (endUs < fromUs || startUs > toUs || labels?.has(label) === false) continue;
        const sum = sums.get(label) ?? { count: 0, totalUs: 0, longestUs: 0 };
        const us = Math.min(endUs, toUs) - Math.max(startUs, fromUs);
        sums.set(label, {
          count: sum.count + 1,
          totalUs: sum.totalUs + us,
          longestUs: Math.max(sum.longestUs, endUs - startUs),
        });
      }
    return [...sums].map(([label, sum]) => ({ band: band.title, label: band.labels[label] ?? '', ...sum }));
  });
  return totals.toSorted((one, other) => other.totalUs - one.totalUs);
}
