import type { Milestone } from '../schema/timeline.ts';
import { formatUs } from './format.ts';
import { AXIS_PX, ROW_PX, type PlacedBand } from './layout.ts';
import { swatchOf, type Palette, type Stripes } from './palette.ts';
import { forEachVisible, type Hit } from './span-rows.ts';
import { roundSteps } from '../../../../protocol/runtime/profiling/round-steps.ts';
import type { View } from './view.ts';

/** Colours from the page's custom properties, which differ by theme. */
export interface Colours {
  readonly text: string;
  readonly quiet: string;
  readonly line: string;
  readonly mark: string;
  readonly selected: string;
  readonly faded: string;
  readonly spans: readonly string[];
  readonly spanText: string;
  readonly stripe: string;
}

export interface Drawing {
  readonly placed: readonly PlacedBand[];
  readonly view: View;
  readonly milestones: readonly Milestone[];
  readonly widthPx: number;
  readonly heightPx: number;
  /** Labels that the search finds, for each band; `null` without a search. */
  readonly found: readonly (ReadonlySet<number> | null)[];
  readonly selected: Hit | null;
  readonly palette: Palette;
  readonly colours: Colours;
}

const FONT = '11px system-ui, sans-serif';
const TITLE_FONT = '600 12px system-ui, sans-serif';
const TICK_EVERY_PX = 110;
const LABEL_MIN_PX = 30;
const PADDING_PX = 3;

/** Draws only the visible bands, with at most one span a pixel in each row. */
export function drawBands(context: CanvasRenderingContext2D, drawing: Drawing): void {
  const { widthPx, heightPx, placed, colours } = drawing;
  context.clearRect(0, 0, widthPx, heightPx);
  context.textBaseline = 'middle';
  drawAxis(context, drawing);
  for (const [index, band] of placed.entries()) {
    drawRows(context, band, drawing.found[index] ?? null, drawing);
    context.font = TITLE_FONT;
    context.fillStyle = colours.text;
    context.fillText(band.band.title, PADDING_PX, band.titleY + 10);
    if (band.band.rows.length === 0) {
      context.font = FONT;
      context.fillStyle = colours.quiet;
      context.fillText('nothing recorded', PADDING_PX, band.rowsY + ROW_PX / 2);
    }
  }
  drawMilestones(context, drawing);
}

function drawAxis(context: CanvasRenderingContext2D, { view, widthPx, heightPx, colours }: Drawing): void {
  context.font = FONT;
  for (const atUs of roundSteps(view.fromUs, view.toUs, widthPx / TICK_EVERY_PX, 1)) {
    const x = Math.round(xOf(atUs, view, widthPx)) + 0.5;
    context.strokeStyle = colours.line;
    context.beginPath();
    context.moveTo(x, AXIS_PX - 16);
    context.lineTo(x, heightPx);
    context.stroke();
    context.fillStyle = colours.quiet;
    context.fillText(formatUs(atUs), x + PADDING_PX, AXIS_PX - 10);
  }
}

function drawRows(
  context: CanvasRenderingContext2D,
  { band, rowsY }: PlacedBand,
  found: ReadonlySet<number> | null,
  { view, widthPx, selected, palette, colours }: Drawing,
): void {
  const usPerPixel = (view.toUs - view.fromUs) / widthPx;
  context.font = FONT;
  for (const [row, spans] of band.rows.entries()) {
    const y = rowsY + row * ROW_PX;
    forEachVisible(spans, view.fromUs, view.toUs, usPerPixel, (index) => {
      const x = Math.max(0, xOf(spans.startUs[index] ?? 0, view, widthPx));
      const end = Math.min(widthPx, xOf(spans.endUs[index] ?? 0, view, widthPx));
      const width = Math.max(1, end - x - 0.5);
      const label = spans.label[index] ?? 0;
      const isFaded = found !== null && !found.has(label);
      const { colour, stripes } = swatchOf(palette, band.groups[label] ?? '');
      context.fillStyle = isFaded ? colours.faded : (colours.spans[colour] ?? '');
      context.fillRect(x, y, width, ROW_PX - 1);
      if (!isFaded && stripes !== 'none') drawStripes(context, stripes, x, y, width, colours.stripe);
      if (width >= LABEL_MIN_PX)
        drawLabel(context, band.labels[label] ?? '', x, y, width, isFaded ? colours.quiet : colours.spanText);
      if (selected?.band === band && selected.row === row && selected.index === index) {
        context.strokeStyle = colours.selected;
        context.lineWidth = 2;
        context.strokeRect(x + 1, y + 1, Math.max(2, width - 2), ROW_PX - 3);
        context.lineWidth = 1;
      }
    });
  }
}

const STRIPE_EVERY_PX = 6;

/** Draws lines at 45°, aligned to the whole plot, so that the pattern continues across adjacent spans. */
function drawStripes(
  context: CanvasRenderingContext2D,
  stripes: Exclude<Stripes, 'none'>,
  x: number,
  y: number,
  width: number,
  colour: string,
): void {
  const height = ROW_PX - 1;
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.strokeStyle = colour;
  context.beginPath();
  const first = Math.floor((x - height) / STRIPE_EVERY_PX) * STRIPE_EVERY_PX;
  for (let at = first; at < x + width; at += STRIPE_EVERY_PX) {
    context.moveTo(at, stripes === 'rising' ? y + height : y);
    context.lineTo(at + height, stripes === 'rising' ? y : y + height);
  }
  context.stroke();
  context.restore();
}

function drawLabel(
  context: CanvasRenderingContext2D,
  label: string,
  x: number,
  y: number,
  width: number,
  colour: string,
): void {
  context.save();
  context.beginPath();
  context.rect(x, y, width - PADDING_PX, ROW_PX);
  context.clip();
  context.fillStyle = colour;
  context.fillText(label, x + PADDING_PX, y + ROW_PX / 2);
  context.restore();
}

/** Draws milestones as solid lines and steps of the script as dashed lines. Labels that would overlap are only in the table. */
function drawMilestones(
  context: CanvasRenderingContext2D,
  { milestones, view, widthPx, heightPx, colours }: Drawing,
): void {
  context.font = FONT;
  const ends = { milestone: Number.NEGATIVE_INFINITY, step: Number.NEGATIVE_INFINITY };
  for (const { title, atUs, kind } of milestones) {
    const x = Math.round(xOf(atUs, view, widthPx)) + 0.5;
    if (x < 0 || x > widthPx) continue;
    context.setLineDash(kind === 'step' ? [2, 4] : []);
    context.strokeStyle = kind === 'step' ? colours.quiet : colours.mark;
    context.beginPath();
    context.moveTo(x, 0);
    context.lineTo(x, heightPx);
    context.stroke();
    context.setLineDash([]);
    if (kind === 'step' ? x < ends.step : x < ends.milestone) continue;
    context.fillStyle = kind === 'step' ? colours.quiet : colours.mark;
    context.fillText(title, x + PADDING_PX, kind === 'step' ? 7 : AXIS_PX - 1);
    ends[kind] = x + context.measureText(title).width + 2 * PADDING_PX;
  }
}

function xOf(atUs: number, { fromUs, toUs }: View, widthPx: number): number {
  return ((atUs - fromUs) / (toUs - fromUs)) * widthPx;
}
