import type { ExportedTable } from '../../../protocol/provider/viewers-report.ts';
import type { PlotOptions } from '../plots/plot.ts';

/** A number of the whole time. */
export interface Tile {
  readonly label: string;
  readonly value: string;
  readonly note: string;
  readonly change: string;
  /** Id of the part of the page that has it in detail. */
  readonly to: string;
}

export interface ReportPlot {
  readonly id: string;
  readonly note: string;
  /** Nothing to draw. */
  readonly isEmpty: boolean;
  readonly options: PlotOptions;
}

/** A video as the page calls it. */
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
