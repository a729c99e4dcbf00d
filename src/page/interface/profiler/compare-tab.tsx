import { useEffect, useRef } from 'react';
import { usePage, useStore } from '../shared/player-context.tsx';
import { Figure } from './figure.tsx';
import * as format from './format.ts';
import { isClear } from './paired-interval.ts';
import type { Figures } from './profiler-session.ts';
import {
  COMPARED_PAIRS,
  SESSION_MS,
  SESSIONS,
  type ComparisonSnapshot,
  type WorkerComparison,
} from './worker-comparison.ts';

const DURATION_S = (SESSIONS * SESSION_MS) / 1_000;

/** 'What did the worker save': the same video with the service on main, and back, in turns. */
export function CompareTab({ comparison }: { comparison: WorkerComparison }) {
  const { reportError } = usePage();
  const snapshot = useStore(comparison);
  const container = useRef<HTMLDivElement>(null);
  const { isRunning, done, pairs } = snapshot;
  // Its frame is removed with the tab.
  useEffect(() => () => comparison.stop(), [comparison]);
  const run = (): void => {
    if (container.current !== null) void comparison.run(container.current).catch(reportError);
  };
  return (
    <div className="profiler-compare">
      <h2>What did the workers save?</h2>
      <p>
        This video from this position, in a frame on the same main thread: {COMPARED_PAIRS} times with its workers and{' '}
        {COMPARED_PAIRS} times with the service and the engine on main, in turns, each from its request to{' '}
        {SESSION_MS / 1_000} s later. The page’s own video pauses meanwhile. A loop that takes all that is left of main
        counts what it did not get.
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
      <p>
        <Figure of={crossingText} />
      </p>
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

/** The result in a sentence; that the difference is not known is a result, too. */
export function verdictText({ isRunning, done, pairs, saved, reason }: ComparisonSnapshot): string {
  if (isRunning) return `Comparing: ${done} of ${SESSIONS} sessions.`;
  if (reason !== '') return `No result: ${reason}.`;
  if (saved === null) return '';
  const mainMs = pairs.reduce((sum, pair) => sum + pair.mainMs, 0) / pairs.length;
  const interval = `${format.count(Math.abs(saved.mean))} ± ${format.count(saved.margin)} ms a second`;
  const of = `${pairs.length} pairs; with the service on main it takes ${format.count(mainMs)}`;
  if (!isClear(saved))
    return `Cannot tell whether the workers save main anything: ${format.count(saved.mean)} ± ${format.count(saved.margin)} ms a second (95 %, ${of}).`;
  return saved.mean > 0
    ? `The workers save main ${interval} (95 %, ${of}), what is spent crossing already deducted.`
    : `The workers cost main ${interval} (95 %, ${of}).`;
}

/** Work of messages on both of their sides. Most of it is shorter than the clock can tell. */
export function crossingText({ state }: Pick<Figures, 'state'>): string {
  const lanes = state?.lanes.filter(({ isInline }) => !isInline) ?? [];
  const main = lanes.find(({ lane }) => lane === 'main')?.crossingMsPerSecond ?? null;
  if (main === null || lanes.length < 2) return 'Spent crossing: unknown, no worker has been read yet.';
  const workers = lanes.reduce(
    (sum, { lane, crossingMsPerSecond }) => sum + (lane === 'main' ? 0 : (crossingMsPerSecond ?? 0)),
    0,
  );
  return `Spent crossing to the workers of this page, by what its threads recorded in the last minute: at least ${format.milliseconds(main)} a second on main, ${format.milliseconds(workers)} in the workers.`;
}
