import { firstEndingAfter, spanAt, type Band, type Hit, type SpanRow } from './span-rows.ts';
import type { View } from './view.ts';

export const AXIS_PX = 34;
export const ROW_PX = 17;
const TITLE_PX = 20;
const GAP_PX = 8;

/** Vertical position of a band. */
export interface PlacedBand {
  readonly band: Band;
  readonly titleY: number;
  readonly rowsY: number;
  readonly endY: number;
}

export function placeBands(bands: readonly Band[]): PlacedBand[] {
  const placed: PlacedBand[] = [];
  let y = AXIS_PX;
  for (const band of bands) {
    const rowsY = y + TITLE_PX;
    const endY = rowsY + Math.max(1, band.rows.length) * ROW_PX;
    placed.push({ band, titleY: y, rowsY, endY });
    y = endY + GAP_PX;
  }
  return placed;
}

export function heightOf(placed: readonly PlacedBand[]): number {
  return (placed.at(-1)?.endY ?? AXIS_PX) + GAP_PX;
}

/** The span at a point of the plot; `null` if there is none. */
export function hitAt(placed: readonly PlacedBand[], view: View, widthPx: number, x: number, y: number): Hit | null {
  const found = placed.find(({ rowsY, endY }) => y >= rowsY && y < endY);
  if (found === undefined) return null;
  const row = Math.floor((y - found.rowsY) / ROW_PX);
  const spans = found.band.rows[row];
  if (spans === undefined) return null;
  const usPerPixel = (view.toUs - view.fromUs) / widthPx;
  const atUs = view.fromUs + x * usPerPixel;
  const index = spanAt(spans, atUs) ?? nearestWithin(spans, atUs, usPerPixel / 2);
  return index === null ? null : { band: found.band, row, index };
}

/** The span at a time, with a tolerance of a pixel, so that thinner spans can be hit. */
function nearestWithin(spans: SpanRow, atUs: number, reachUs: number): number | null {
  const index = firstEndingAfter(spans, atUs - reachUs);
  return (spans.startUs[index] ?? Number.POSITIVE_INFINITY) <= atUs + reachUs ? index : null;
}
