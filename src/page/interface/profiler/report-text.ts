import { LANE_NAMES } from '../../../../protocol/page/lane-names.ts';
import type { ProfilerState } from '../../../../protocol/profiling/profiler-messages.ts';
import * as format from './format.ts';
import { laneTexts, type StatsSection } from './stats-sections.ts';

/** The panel as text for a bug report, without what names the visit or the video, and without addresses. */
export function reportText(sections: readonly StatsSection[], state: ProfilerState | null): string {
  const stats = sections.flatMap(({ title, rows }) => [
    `## ${title}`,
    ...rows.filter(({ isIdentifier }) => isIdentifier !== true).map(({ label, value }) => `${label}: ${value}`),
    '',
  ]);
  if (state === null) return withoutAddresses(stats.join('\n'));
  const lanes = state.lanes.map((lane) => {
    const { busy1s, busy60s, lag, observed } = laneTexts(lane);
    const where = lane.isInline ? ' (on main)' : '';
    return `${LANE_NAMES[lane.lane]}${where}: busy ${busy1s} of 1 s, ${busy60s} of ${observed}; lag p50 · p95 · max ${lag}`;
  });
  const frames = state.longFrames.map(
    ({ startMs, durationMs, value }) =>
      `${format.seconds((state.latestMs - startMs) / 1_000)} ago: ${format.milliseconds(durationMs)}, of it blocking ${format.milliseconds(value)}`,
  );
  return withoutAddresses(
    [...stats, '## Threads', ...lanes, '', '## Long frames', ...(frames.length > 0 ? frames : ['none']), ''].join('\n'),
  );
}

/** Reasons come from browsers, which like to name files in them. */
function withoutAddresses(text: string): string {
  return text.replaceAll(/\b[a-z][a-z+.-]*:\/\/\S+/gi, '[address]');
}
