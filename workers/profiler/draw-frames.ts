import { GUTTER_PX, type PlotDisplay } from '../../protocol/profiling/profiler-messages.ts';
import type { FrameVerdict } from '../../protocol/profiling/frames.ts';
import { COLOURS } from './colours.ts';
import type { Context } from './drawing.ts';
import type { AxisFrame } from './frame-history.ts';
import { AXIS_PX, FRAMES_PX } from './lane-layout.ts';
import { xOf, type TimeScale } from './time-scale.ts';

/** Share of the axis' height: a frame's height and mark have the same meaning as its colour. */
const HEIGHTS: Readonly<Record<FrameVerdict, number>> = { 'on time': 0.35, late: 0.7, dropped: 1, long: 1 };
const ORDER: readonly FrameVerdict[] = ['long', 'on time', 'late', 'dropped'];
const MARK_PX = 3;

/** Draws the axis of frames, between the times and the lanes, with the chosen frame and the chosen range over all lanes. */
export function drawFrames(
  context: Context,
  { frames, chosen }: { readonly frames: readonly AxisFrame[]; readonly chosen: AxisFrame | null },
  scale: TimeScale,
  display: PlotDisplay,
): void {
  const colours = COLOURS[display.theme];
  const bottom = AXIS_PX + FRAMES_PX - 3;
  const height = FRAMES_PX - 6;
  context.font = '10.5px system-ui, sans-serif';
  context.fillStyle = colours.quietText;
  context.fillText('frames', 3, bottom - height / 2, GUTTER_PX - 8);
  context.save();
  context.beginPath();
  context.rect(GUTTER_PX, 0, display.widthPx - GUTTER_PX, display.heightPx);
  context.clip();
  const colourOf: Readonly<Record<FrameVerdict, string>> = {
    'on time': colours.categories.render,
    late: colours.categories.storage,
    dropped: colours.categories.blocked,
    long: colours.unknown,
  };
  // The worst frames are drawn last, because several frames may share a pixel.
  for (const verdict of ORDER)
    for (const frame of frames) {
      if (frame.verdict !== verdict) continue;
      const x = xOf(scale, frame.startMs);
      const width = Math.max(1, xOf(scale, frame.endMs) - x - (verdict === 'long' ? 0 : 1));
      const top = bottom - height * HEIGHTS[verdict];
      context.fillStyle = colourOf[verdict];
      context.fillRect(x, top, width, bottom - top);
      if (verdict !== 'long' && verdict !== 'dropped') continue;
      context.strokeStyle = colours.categories.blocked;
      context.lineWidth = 1;
      if (verdict === 'long') context.strokeRect(x + 0.5, top + 0.5, Math.max(1, width - 1), bottom - top - 1);
      else drawCross(context, x + width / 2, top, colours.text);
    }
  if (chosen !== null) drawOver(context, scale, display, chosen.startMs, chosen.endMs, colours.selected);
  if (display.range !== null)
    drawOver(context, scale, display, display.range.fromMs, display.range.toMs, colours.quietText);
  context.restore();
}

function drawCross(context: Context, x: number, y: number, colour: string): void {
  context.strokeStyle = colour;
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(x - MARK_PX, y - MARK_PX + 2);
  context.lineTo(x + MARK_PX, y + MARK_PX + 2);
  context.moveTo(x + MARK_PX, y - MARK_PX + 2);
  context.lineTo(x - MARK_PX, y + MARK_PX + 2);
  context.stroke();
}

/** Draws a dashed box around a time range, down through all lanes. */
function drawOver(
  context: Context,
  scale: TimeScale,
  display: PlotDisplay,
  fromMs: number,
  toMs: number,
  colour: string,
): void {
  const x = xOf(scale, fromMs);
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.setLineDash([4, 3]);
  context.strokeRect(x - 0.5, AXIS_PX + 0.5, Math.max(2, xOf(scale, toMs) - x) + 1, display.heightPx - AXIS_PX - 2);
  context.setLineDash([]);
}
