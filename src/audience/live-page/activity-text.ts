import { ActivitySummary, type LaneActivity, type LongSpan } from '../../../protocol/recording/activity.ts';
import type { Outcome } from '../../../protocol/runtime/outcome.ts';
import { parseAt, parseJsonAt } from '../../../protocol/runtime/parse.ts';
import type { ObservedEvent } from '../../../protocol/provider/observation.ts';
import { formatNumber, formatShare } from './format.ts';

/** Work of a page's threads, a line for each thread; empty if the text is no activity summary. */
export function activityText(json: string | null): string {
  return textOf(parseJsonAt('activity', ActivitySummary, json ?? ''));
}

/** Work of the threads during an event that has an activity summary, such as a stall. */
export function activityOfEvent({ payload }: Pick<ObservedEvent, 'payload'>): string {
  const { activity } = JSON.parse(payload) as { readonly activity?: unknown };
  return activity === undefined ? '' : textOf(parseAt('activity', ActivitySummary, activity));
}

function textOf(summary: Outcome<ActivitySummary>): string {
  return summary.ok ? summary.value.lanes.map(laneText).join('\n') : '';
}

function laneText({ lane, isInline, observedMs, busyShare, gauges, longest }: LaneActivity): string {
  const where = isInline && lane !== 'main' ? `${lane} (on main)` : lane;
  const known = Object.entries(gauges).map(([name, value]) => `${name} ${formatNumber(value ?? 0)}`);
  const parts = [`${where} ${formatShare(busyShare, 1)} of the last ${seconds(observedMs)}`, ...longest.map(spanText)];
  return [...parts, ...known].join('; ');
}

function spanText({ name, startedAgoMs, durationMs, isOpen, bytes, value, flow }: LongSpan): string {
  const how =
    isOpen === true ? `under way for ${seconds(durationMs)}` : `${seconds(durationMs)}, ${seconds(startedAgoMs)} ago`;
  const facts = [
    bytes === undefined ? '' : `${formatNumber(bytes)} bytes`,
    value === undefined ? '' : `value ${formatNumber(value)}`,
    flow === undefined ? '' : `call ${flow.toString(16)}`,
  ].filter((fact) => fact !== '');
  return `${name} (${[how, ...facts].join(', ')})`;
}

function seconds(durationMs: number): string {
  return durationMs < 1_000 ? `${formatNumber(durationMs)} ms` : `${formatNumber(Math.round(durationMs / 100) / 10)} s`;
}
