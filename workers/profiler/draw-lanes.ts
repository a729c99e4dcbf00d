import { GUTTER_PX, type PlotDisplay } from '../../protocol/profiling/profiler-messages.ts';
import { LANE_NAMES } from '../../protocol/threads/lane-names.ts';
import { COLOURS } from './colours.ts';
import { drawArrows } from './draw-arrows.ts';
import { AXIS_PX, ROW_PX, TITLE_PX, type PlacedLane, type PlacedSpan } from './lane-layout.ts';
import { endOf } from './span-history.ts';
import { titleOf } from '../../protocol/recording/thread-spans.ts';
import { ticksOf, xOf, type TimeScale } from './time-scale.ts';
import { matches } from './visible-spans.ts';
import type { Context, Drawing } from './drawing.ts';

const FONT = '10.5px system-ui, sans-serif';
const TITLE_FONT = '600 11px system-ui, sans-serif';
const TICK_EVERY_PX = 90;
const LABEL_MIN_PX = 26;
const PADDING_PX = 3;
const SPAN_PX = ROW_PX - 2;
/** Height of the bar for the handlers of an interaction, under its label. */
const HANDLERS_PX = 3;
/** Distance of the lines that mean 'unknown'. */
const HATCH_PX = 7;
const FADED = 0.25;

export function drawLanes(
  context: Context,
  lanes: readonly PlacedLane[],
  scale: TimeScale,
  display: PlotDisplay,
): void {
  const drawing: Drawing = { context, lanes, scale, display, colours: COLOURS[display.theme] };
  context.setTransform(display.pixelRatio, 0, 0, display.pixelRatio, 0, 0);
  context.fillStyle = drawing.colours.background;
  context.fillRect(0, 0, display.widthPx, display.heightPx);
  context.textBaseline = 'middle';
  for (const lane of lanes) drawGround(drawing, lane);
  drawAxis(drawing);
  clipped(context, GUTTER_PX, 0, display.widthPx - GUTTER_PX, display.heightPx, () => {
    for (const lane of lanes) for (const span of lane.spans) drawSpan(drawing, span);
    drawArrows(drawing);
  });
  for (const lane of lanes) drawNames(drawing, lane);
}

/** Hatches recorded time, so that time without a span shows as unknown; time without a recording shows the background. */
function drawGround({ context, scale, colours }: Drawing, { history, titleY, endY }: PlacedLane): void {
  const { recordedFromMs, readAtMs, gaps } = history;
  const y = titleY + TITLE_PX;
  const left = Math.max(GUTTER_PX, xOf(scale, recordedFromMs));
  const right = Math.min(scale.widthPx, xOf(scale, readAtMs));
  if (right <= left) return;
  clipped(context, left, y, right - left, endY - y, () => {
    context.fillStyle = colours.lane;
    context.fillRect(left, y, right - left, endY - y);
    context.strokeStyle = colours.unknown;
    context.beginPath();
    const height = endY - y;
    for (let x = left - height - (left % HATCH_PX); x < right; x += HATCH_PX) {
      context.moveTo(x, endY);
      context.lineTo(x + height, y);
    }
    context.stroke();
    context.fillStyle = colours.background;
    for (const { fromMs, toMs } of gaps) {
      const from = xOf(scale, fromMs);
      context.fillRect(from, y, xOf(scale, toMs) - from, height);
    }
  });
}

function drawAxis({ context, scale, display, colours }: Drawing): void {
  context.font = FONT;
  context.lineWidth = 1;
  for (const atMs of ticksOf(scale, display.originMs, (display.widthPx - GUTTER_PX) / TICK_EVERY_PX)) {
    const x = Math.round(xOf(scale, atMs)) + 0.5;
    context.strokeStyle = colours.line;
    context.beginPath();
    context.moveTo(x, AXIS_PX - 5);
    context.lineTo(x, display.heightPx);
    context.stroke();
    context.fillStyle = colours.quietText;
    const label = sinceText(atMs - display.originMs);
    // A centred last label would leave the canvas.
    context.textAlign = x > display.widthPx - TICK_EVERY_PX / 2 ? 'right' : 'center';
    context.fillText(label, x, AXIS_PX / 2 - 1);
  }
  context.textAlign = 'left';
}

function sinceText(sinceMs: number): string {
  return `${Math.round(sinceMs * 10) / 10_000} s`;
}

/** Work is filled, a wait is an outline, a moment a diamond. In an interaction only the part of its handlers is filled. */
function drawSpan({ context, scale, display, colours }: Drawing, span: PlacedSpan): void {
  const start = xOf(scale, span.startMs);
  const x = Math.max(GUTTER_PX - 2, start);
  const end = Math.min(display.widthPx + 2, xOf(scale, endOf(span)));
  const width = Math.max(1, end - x);
  const colour = colours.categories[span.category];
  context.globalAlpha = matches(span, display.query) ? 1 : FADED;
  context.fillStyle = colour;
  context.strokeStyle = colour;
  context.lineWidth = 1;
  if (span.kind === 'moment') drawDiamond(context, start, span.y + SPAN_PX / 2);
  else if (span.kind === 'work' || width < 3) context.fillRect(x, span.y, width, SPAN_PX);
  else {
    context.fillStyle = colours.background;
    context.fillRect(x, span.y, width, SPAN_PX);
    context.strokeRect(x + 0.5, span.y + 0.5, width - 1, SPAN_PX - 1);
    context.fillStyle = colour;
    context.fillRect(x, span.y, 2, SPAN_PX);
    if (span.input !== undefined) {
      const { delayMs, handlersMs } = span.input;
      const [from, to] = [delayMs, delayMs + handlersMs].map((ms) => xOf(scale, span.startMs + ms)) as [number, number];
      context.fillRect(from, span.y + SPAN_PX - HANDLERS_PX, Math.max(1, to - from), HANDLERS_PX);
    }
  }
  if (span.kind !== 'moment' && width >= LABEL_MIN_PX)
    drawLabel(context, span, x, width, span.kind === 'work' ? colours.spanText : colours.text);
  context.globalAlpha = 1;
  if (span.key !== display.selected) return;
  context.strokeStyle = colours.selected;
  context.lineWidth = 2;
  context.strokeRect(x - 1, span.y - 1, width + 2, SPAN_PX + 2);
}

function drawDiamond(context: Context, x: number, y: number): void {
  context.beginPath();
  context.moveTo(x, y - 5);
  context.lineTo(x + 5, y);
  context.lineTo(x, y + 5);
  context.lineTo(x - 5, y);
  context.fill();
}

function drawLabel(context: Context, span: PlacedSpan, x: number, width: number, colour: string): void {
  const { isOpen, y } = span;
  const title = titleOf(span);
  clipped(context, x, y, width - 1, SPAN_PX, () => {
    context.font = FONT;
    context.fillStyle = colour;
    context.fillText(isOpen ? `${title} …` : title, x + PADDING_PX + 1, y + SPAN_PX / 2 + 0.5);
  });
}

/** Draws the name of each lane above it, and the names of categories beside their rows. */
function drawNames({ context, display, colours }: Drawing, { history, titleY, bands, endY }: PlacedLane): void {
  context.fillStyle = colours.background;
  context.fillRect(0, titleY, GUTTER_PX - 1, endY - titleY);
  context.font = TITLE_FONT;
  context.fillStyle = colours.text;
  const where = history.isInline ? ' (on main)' : '';
  context.fillText(LANE_NAMES[history.lane] + where, PADDING_PX, titleY + TITLE_PX / 2);
  context.font = FONT;
  for (const { category, y } of bands) {
    context.fillStyle = colours.categories[category];
    context.fillRect(PADDING_PX, y + 2, 3, SPAN_PX - 4);
    context.fillStyle = colours.quietText;
    context.fillText(category, PADDING_PX + 7, y + SPAN_PX / 2 + 0.5, GUTTER_PX - 14);
  }
  context.strokeStyle = colours.line;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(0, endY + 1.5);
  context.lineTo(display.widthPx, endY + 1.5);
  context.stroke();
}

function clipped(context: Context, x: number, y: number, width: number, height: number, draw: () => void): void {
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  draw();
  context.restore();
}
