import type { ExportedTable } from '../../../protocol/provider/viewers-report.ts';
import type { PlotOptions } from '../plots/plot.ts';

/** A figure for the whole period. */
export interface Tile {
  readonly label: string;
  readonly value: string;
  readonly note: string;
  readonly change: string;
  /** Id of the section with the details. */
  readonly to: string;
}

export interface ReportPlot {
  readonly id: string;
  readonly note: string;
  /** Whether there is nothing to draw. */
  readonly isEmpty: boolean;
  readonly options: PlotOptions;
}

/** Name of a video on the page. */
export function nameOf({ id, title }: { readonly id: string; readonly title: string | null }): string {
  return title ?? `${id} (not in the catalog)`;
}

export interface ReportTable {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly exported: ExportedTable;
  readonly table: HTMLElement;
}
