import type { SpanColumns } from '../schema/timeline.ts';

/** Spans of one row, sorted by start and without overlap, so that binary search finds the visible spans. */
export interface SpanRow {
  readonly startUs: readonly number[];
  readonly endUs: readonly number[];
  /** CPU time of the spans, if known. */
  readonly cpuUs?: readonly number[];
  /** Index into the labels of the band. */
  readonly label: readonly number[];
}

/** A titled group of rows: a thread, a track of a thread, or the network. */
export interface Band {
  readonly title: string;
  readonly rows: readonly SpanRow[];
  readonly labels: readonly string[];
  /** Group that decides the colour of a label; labels of one group look alike. */
  readonly groups: readonly string[];
}

export interface BuiltRow {
  readonly startUs: number[];
  readonly endUs: number[];
  readonly cpuUs?: number[];
  readonly label: number[];
}

export function emptyRow(): BuiltRow {
  return { startUs: [], endUs: [], label: [] };
}

export function rowsOf(columns: SpanColumns): SpanRow[] {
  const rows: BuiltRow[] = [];
  for (const [index, startUs] of columns.startUs.entries()) {
    const row = (rows[columns.depth[index] ?? 0] ??=
      columns.cpuUs === undefined ? emptyRow() : { ...emptyRow(), cpuUs: [] });
    row.startUs.push(startUs);
    row.endUs.push(startUs + (columns.durationUs[index] ?? 0));
    row.cpuUs?.push(columns.cpuUs?.[index] ?? 0);
    row.label.push(columns.name[index] ?? 0);
  }
  return Array.from(rows, (row) => row ?? emptyRow());
}

/** Index of the first span that ends after a time; the number of spans if no span does. */
export function firstEndingAfter({ endUs }: Pick<SpanRow, 'endUs'>, atUs: number, from = 0): number {
  let [low, high] = [from, endUs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((endUs[middle] ?? 0) > atUs) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Index of the span at a time; `null` if there is none. */
export function spanAt(row: SpanRow, atUs: number): number | null {
  const index = firstEndingAfter(row, atUs);
  return (row.startUs[index] ?? Number.POSITIVE_INFINITY) <= atUs ? index : null;
}

/**
 * Calls back for the visible spans of a row, with at most one span a pixel: of several spans within a pixel, the first span stands for
 * all of them.
 */
export function forEachVisible(
  row: SpanRow,
  fromUs: number,
  toUs: number,
  usPerPixel: number,
  draw: (index: number) => void,
): void {
  let index = firstEndingAfter(row, fromUs);
  while (index < row.startUs.length) {
    const startUs = row.startUs[index] ?? 0;
    if (startUs >= toUs) return;
    draw(index);
    const isTiny = (row.endUs[index] ?? 0) - startUs < usPerPixel;
    index = isTiny ? firstEndingAfter(row, startUs + usPerPixel, index + 1) : index + 1;
  }
}

/** A span that the pointer, a key or a search has hit. */
export interface Hit {
  readonly band: Band;
  readonly row: number;
  readonly index: number;
}
