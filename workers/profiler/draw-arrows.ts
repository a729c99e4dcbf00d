import type { Context, Drawing } from './drawing.ts';
import { groupBy } from './group-by.ts';
import { ROW_PX, type PlacedSpan } from './lane-layout.ts';
import { endOf } from './span-history.ts';
import { xOf } from './time-scale.ts';
import { matches } from './visible-spans.ts';

/** More arrows than this would hide the spans; then only the arrows of the selected span are drawn. */
const ARROWS_MAX = 120;
const HEAD_PX = 4;

/** Both sides of a call. */
export interface Flow {
  readonly caller: PlacedSpan;
  readonly served: PlacedSpan;
}

/** Pairs the spans of each flow on two lanes: the earlier span is the caller's. */
export function flowsOf(spans: readonly PlacedSpan[]): readonly Flow[] {
  const byFlow = groupBy(
    // Work spans of the messages have the same flow as the call itself.
    spans.filter(({ flow, kind }) => flow !== 0 && kind === 'wait'),
    ({ flow }) => flow,
  );
  return [...byFlow.values()].flatMap((both) => {
    const [caller] = both;
    const served = both.find(({ lane }) => lane !== caller?.lane);
    return caller === undefined || served === undefined ? [] : [{ caller, served }];
  });
}

/** Draws an arrow from each call to the span that serves it, and an arrow back with its result. */
export function drawArrows({ context, lanes, scale, display, colours }: Drawing): void {
  const spans = lanes.flatMap((lane) => lane.spans).sort((one, other) => one.startMs - other.startMs);
  const flows = flowsOf(spans).filter(({ caller }) => matches(caller, display.query));
  const isSelected = ({ caller, served }: Flow): boolean =>
    caller.key === display.selected || served.key === display.selected;
  for (const flow of flows.length > ARROWS_MAX ? flows.filter(isSelected) : flows) {
    const { caller, served } = flow;
    const isDown = served.y > caller.y;
    const callerY = caller.y + (isDown ? ROW_PX - 2 : 0);
    const servedY = served.y + (isDown ? 0 : ROW_PX - 2);
    context.strokeStyle = isSelected(flow) ? colours.selected : colours.quietText;
    context.fillStyle = context.strokeStyle;
    context.lineWidth = isSelected(flow) ? 2 : 1;
    drawArrow(context, xOf(scale, caller.startMs), callerY, xOf(scale, served.startMs), servedY);
    if (caller.isOpen || served.isOpen) continue;
    context.setLineDash([3, 3]);
    drawArrow(context, xOf(scale, endOf(served)), servedY, xOf(scale, endOf(caller)), callerY);
    context.setLineDash([]);
  }
}

function drawArrow(context: Context, x: number, y: number, toX: number, toY: number): void {
  const sign = Math.sign(toY - y);
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(toX, toY - sign * HEAD_PX);
  context.stroke();
  context.beginPath();
  context.moveTo(toX, toY);
  context.lineTo(toX - HEAD_PX, toY - sign * HEAD_PX * 1.5);
  context.lineTo(toX + HEAD_PX, toY - sign * HEAD_PX * 1.5);
  context.fill();
}
