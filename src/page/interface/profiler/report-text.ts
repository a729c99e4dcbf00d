import { LANE_NAMES } from '../../../../protocol/threads/lane-names.ts';
import type { ProfilerState } from '../../../../protocol/profiling/profiler-messages.ts';
import * as format from './format.ts';
import { frameShares } from './frame-sentence.ts';
import { inputText } from './input-text.ts';
import { laneTexts, type StatsSection } from './stats-sections.ts';

/**
 * The panel as text for a bug report, with the sentence of the chosen frame, but without ids of the visit or the video, and without
 * addresses.
 */
export function reportText(sections: readonly StatsSection[], state: ProfilerState | null, chosenFrame = ''): string {
  const stats = sections.flatMap(({ title, rows }) => {
    const shown = rows.filter(({ isIdentifier }) => isIdentifier !== true);
    return partOf(
      title,
      shown.map(({ label, value }) => `${label}: ${value}`),
    );
  });
  if (state === null) return withoutAddresses(stats.join('\n'));
  const lanes = state.lanes.map((lane) => {
    const { busy1s, busy60s, lag, observed } = laneTexts(lane);
    const where = lane.isInline ? ' (on main)' : '';
    return `${LANE_NAMES[lane.lane]}${where}: busy ${busy1s} of 1 s, ${busy60s} of ${observed}; lag p50 · p95 · max ${lag}`;
  });
  const ago = (startMs: number): string => `${format.seconds((state.latestMs - startMs) / 1_000)} ago`;
  const frames = state.longFrames.map(
    ({ startMs, durationMs, value, detail }) =>
      `${ago(startMs)}: ${format.milliseconds(durationMs)}, of it blocking ${format.milliseconds(value)}${detail === null ? '' : `: ${frameShares(detail)}`}`,
  );
  const inputs = state.inputs.map((span) => `${ago(span.startMs)}: ${inputText(span)}`);
  const threads = [...partOf('Threads', lanes), ...partOf('Long frames', frames), ...partOf('Inputs', inputs)];
  if (chosenFrame !== '') threads.push(...partOf('Chosen frame', [chosenFrame]));
  return withoutAddresses([...stats, ...threads].join('\n'));
}

function partOf(title: string, lines: readonly string[]): readonly string[] {
  return [`## ${title}`, ...(lines.length > 0 ? lines : ['none']), ''];
}

/** Reasons come from browsers, which may name files in them. */
function withoutAddresses(text: string): string {
  return text.replaceAll(/\b[a-z][a-z+.-]*:\/\/\S+/gi, '[address]');
}
