import { useEffect, useRef } from 'react';
import { usePage, useStore } from '../shared/player-context.tsx';
import * as format from './format.ts';
import { isSignKnown, middleOf, type MedianInterval } from './median-interval.ts';
import { takenText } from './taken-text.ts';
import {
  COMPARED_PAIRS,
  SESSION_MS,
  SESSIONS,
  type ComparisonSnapshot,
  type Crossing,
  type WorkerComparison,
} from './worker-comparison.ts';

const DURATION_S = (SESSIONS * SESSION_MS) / 1_000;
/** Longest further comparison that the verdict recommends. */
const WORTH_WAITING_MINUTES = 10;

/** Measures what the workers save: plays the same video with the service in workers and on the main thread, in turns. */
export function CompareTab({ comparison }: { comparison: WorkerComparison }) {
  const { reportError } = usePage();
  const snapshot = useStore(comparison);
  const container = useRef<HTMLDivElement>(null);
  const { isRunning, done, pairs } = snapshot;
  // The frame of the comparison is removed with the tab.
  useEffect(() => () => comparison.stop(), [comparison]);
  const run = (): void => {
    if (container.current !== null) void comparison.run(container.current).catch(reportError);
  };
  return (
    <div className="profiler-compare">
      <h2>What did the workers save?</h2>
      <p>
        This video from this position (5 s before its end at the latest), in a frame on the same main thread:{' '}
        {COMPARED_PAIRS} times with its workers and {COMPARED_PAIRS} times with the service and the engine on main, in
        turns, each from its request to {SESSION_MS / 1_000} s later. The page’s own video pauses meanwhile. A loop that
        takes all that is left of main counts what it did not get, without what other processes took.
      </p>
      <div className="profiler-tools">
        {isRunning ? (
          <button type="button" onClick={() => comparison.stop()}>
            Stop
          </button>
        ) : (
          <button type="button" onClick={run}>
            {snapshot.saved === null ? 'Compare' : 'Compare more'} ({DURATION_S} s)
          </button>
        )}
      </div>
      <p className="profiler-verdict" role="status">
        {verdictText(snapshot)}
      </p>
      <p>{crossingText(snapshot.crossing)}</p>
      <div ref={container} className="profiler-compared" hidden={!isRunning} />
      {(pairs.length > 0 || isRunning) && (
        <table className="profiler-table">
          <caption>
            Main, milliseconds a second; session {done} of {SESSIONS}, of which the first two do not count
          </caption>
          <thead>
            <tr>
              <th scope="col">Pair</th>
              <th scope="col">Service on main</th>
              <th scope="col">With workers</th>
              <th scope="col">Saved</th>
            </tr>
          </thead>
          <tbody>
            {pairs.map(({ workersMs, mainMs }, index) => (
              <tr key={index}>
                <th scope="row">{index + 1}</th>
                <td>{format.count(mainMs)}</td>
                <td>{format.count(workersMs)}</td>
                <td>{format.count(mainMs - workersMs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

/** The result as a sentence; an unknown difference is a result, too. */
export function verdictText(snapshot: ComparisonSnapshot): string {
  const { isRunning, done, pairs, saved, takenShare, disturbed, reason } = snapshot;
  if (isRunning) return `Comparing: ${done} of ${SESSIONS} sessions.`;
  if (saved === null) return reason === '' ? '' : `No result: ${reason}.`;
  const { median, low, high } = saved;
  const left = disturbed === 0 ? '' : `, ${disturbed} more do not count`;
  const busy = `other processes took ${format.share(takenShare)} of main’s time`;
  if (!Number.isFinite(low))
    return `Cannot tell: this machine is too busy. In the median session ${busy}, and ${disturbed} of ${pairs.length + disturbed} pairs do not count. Close what else runs, then compare again.`;
  const mainMs = middleOf(pairs.map((pair) => pair.mainMs));
  const of = `95 %, median of ${pairs.length} pairs${left}; with the service on main it takes ${format.count(mainMs)}${takenText(takenShare)}`;
  if (!isSignKnown(saved))
    return `Cannot tell whether the workers save main anything: ${format.count(low)} to ${format.count(high)} ms a second (${of}). ${moreText(saved, pairs.length)}`;
  const [least, most] = median > 0 ? [low, high] : [-high, -low];
  const interval = `${format.count(Math.abs(median))} ms a second, ${format.count(least)} to ${format.count(most)} (${of})`;
  return median > 0
    ? `The workers save main ${interval}, what is spent crossing already deducted.`
    : `The workers cost main ${interval}.`;
}

/** How long a certain result would take: the width of an interval shrinks with the square root of its pairs. */
function moreText({ median, low, high }: MedianInterval, count: number): string {
  const needed = count * (Math.max(high - median, median - low) / Math.abs(median)) ** 2;
  const minutes = Math.max(1, Math.ceil(((needed - count) * 2 * SESSION_MS) / 60_000));
  return minutes <= WORTH_WAITING_MINUTES
    ? `If it stays so, about ${minutes} more ${minutes === 1 ? 'minute' : 'minutes'} would tell.`
    : `${WORTH_WAITING_MINUTES} more minutes would not tell either: whatever they save or cost is small beside how much one session differs from the next.`;
}

/** The work of messages on both of their sides. Most of it is shorter than the resolution of the clock. */
export function crossingText(crossing: Crossing | null): string {
  if (crossing === null) return '';
  const { mainMs, workersMs } = crossing;
  return `Spent crossing to the workers in these sessions, by what their threads recorded: at least ${format.milliseconds(mainMs)} a second on main, ${format.milliseconds(workersMs)} in the workers.`;
}
