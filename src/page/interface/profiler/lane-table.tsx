import { LANE_NAMES } from '../../../../protocol/threads/lane-names.ts';
import { Figure, useFigure } from './figure.tsx';
import * as format from './format.ts';
import type { Figures } from './figures-store.ts';
import { laneTexts } from './stats-sections.ts';
import { useSession } from './use-session.ts';

type LaneText = keyof ReturnType<typeof laneTexts>;

/** How busy each thread is known to have been, how late its timers fired, and the frames that took long. */
export function LaneTable() {
  const session = useSession();
  useFigure(({ state }) => (state?.lanes ?? []).map(({ lane, isInline }) => `${lane}${isInline}`).join(' '));
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
          {session.figures.state?.lanes.map(({ lane, isInline }, index) => (
            <tr key={lane}>
              <th scope="row">{LANE_NAMES[lane] + (isInline ? ' (on main)' : '')}</th>
              {(['busy1s', 'busy60s', 'lag', 'observed'] as const).map((text) => (
                <td key={text} className={text === 'lag' ? 'profiler-words' : undefined}>
                  <Figure of={(figures) => textOf(figures, index, text)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="profiler-frames">
        <Figure of={longFramesText} />
      </p>
    </>
  );
}

function textOf({ state }: Figures, index: number, text: LaneText): string {
  const lane = state?.lanes[index];
  // A cell with three times wraps only between them.
  return lane === undefined ? '' : laneTexts(lane)[text].replaceAll('< ', '<\u00a0').replaceAll(' ms', '\u00a0ms');
}

function longFramesText({ state }: Figures): string {
  const frames = (state?.longFrames ?? []).map(
    ({ durationMs, value }) => `${format.milliseconds(durationMs)} (blocking ${format.milliseconds(value)})`,
  );
  return `Long frames on main: ${frames.length === 0 ? 'none in the last minute' : frames.join(', ')}`;
}
