import { LANE_NAMES } from '../../../../protocol/page/lane-names.ts';
import * as format from './format.ts';
import { laneTexts } from './stats-sections.ts';
import { useProfiler } from './use-session.ts';

/** How busy each thread is known to have been, how late its timers fired, and the frames that took long. */
export function LaneTable() {
  const { state } = useProfiler();
  const frames = state?.longFrames ?? [];
  return (
    <>
      <table className="profiler-table">
        <thead>
          <tr>
            <th scope="col">Thread</th>
            <th scope="col">Busy, 1 s</th>
            <th scope="col">Busy, 60 s</th>
            <th scope="col">Lag p50 · p95 · max</th>
            <th scope="col">Recorded</th>
          </tr>
        </thead>
        <tbody>
          {state?.lanes.map((lane) => {
            const { busy1s, busy60s, lag, observed } = laneTexts(lane);
            return (
              <tr key={lane.lane}>
                <th scope="row">{LANE_NAMES[lane.lane] + (lane.isInline ? ' (on main)' : '')}</th>
                <td>{busy1s}</td>
                <td>{busy60s}</td>
                <td>{lag}</td>
                <td>{observed}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="profiler-frames">
        Long frames on main:{' '}
        {frames.length === 0
          ? 'none in the last minute'
          : frames
              .map(
                ({ durationMs, value }) =>
                  `${format.milliseconds(durationMs)} (blocking ${format.milliseconds(value)})`,
              )
              .join(', ')}
      </p>
    </>
  );
}
