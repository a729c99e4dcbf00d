import { numbersTable } from './numbers-table.ts';
import type { PlotOptions } from './plot.ts';

/** The numbers of a plot as a table. */
export function plotTable(options: PlotOptions, { isNewestFirst = false } = {}): HTMLElement {
  const { title, places, isTime, lines, ownValues, formatPlace, formatValue } = options;
  const rows = places.map((place, index) => ({ place, index }));
  if (isNewestFirst) rows.reverse();
  return numbersTable({
    caption: title,
    rows,
    empty: '',
    columns: [
      { title: isTime ? 'Time' : 'From', text: ({ place }) => formatPlace(place) },
      ...lines.map(({ label, values }, line) => ({
        title: label,
        text: ({ index }: { readonly index: number }) => formatValue((ownValues?.[line] ?? values)[index] ?? null),
        isNumber: true,
      })),
    ],
  });
}
