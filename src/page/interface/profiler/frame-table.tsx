import { useEffect, useRef } from 'react';
import { LANE_NAMES } from '../../../../protocol/threads/lane-names.ts';
import type { FrameDetail } from '../../../../protocol/profiling/frames.ts';
import { titleOf } from '../../../../protocol/recording/thread-spans.ts';
import { Figure } from './figure.tsx';
import * as format from './format.ts';
import type { Figures } from './figures-store.ts';
import { frameSentence } from './frame-sentence.ts';
import { inputParts } from './input-text.ts';
import { Sums } from './sums-table.tsx';
import { useProfiler, useSession } from './use-session.ts';

/** Rows of a table: the longest spans of a frame show its cause, and the table of spans has all of them. */
const ROWS_MAX = 8;

/** Chooses a frame, and shows where its time went. */
export function FrameTable() {
  const session = useSession();
  const { frame, display, wantsVideoFrames } = useProfiler();
  const sentence = useRef<HTMLParagraphElement>(null);
  const chosenMs = frame === 'none' ? 0 : frame?.startMs;
  // In a small panel the sentence is below the lanes; without scrolling, a key would seem to do nothing.
  useEffect(() => {
    if (chosenMs !== undefined) void sentence.current?.scrollIntoView({ block: 'nearest' });
  }, [chosenMs]);
  return (
    <section className="profiler-frame" aria-label="Frames">
      <div className="profiler-tools" role="group" aria-label="Choose a frame">
        <button type="button" onClick={() => session.chooseFrame('worst')}>
          Worst frame (w)
        </button>
        <button
          type="button"
          aria-label="Late, dropped or long frame before ([)"
          onClick={() => session.chooseFrame('previous')}
        >
          ◂ Late
        </button>
        <button
          type="button"
          aria-label="Next late, dropped or long frame (])"
          onClick={() => session.chooseFrame('next')}
        >
          Late ▸
        </button>
        <button type="button" aria-label="Frame before ({)" onClick={() => session.chooseFrame('previous of all')}>
          ◂
        </button>
        <button type="button" aria-label="Next frame (})" onClick={() => session.chooseFrame('next of all')}>
          ▸
        </button>
        <button
          type="button"
          aria-pressed={wantsVideoFrames}
          title="Costs main some 23 ms a second: the browser draws a frame of main for each frame of the video"
          onClick={() => session.wantVideoFrames(!wantsVideoFrames)}
        >
          Video frames
        </button>
        <span className="profiler-counts">
          <Figure of={(figures) => countsText(figures, wantsVideoFrames)} />
        </span>
      </div>
      <p ref={sentence} className="profiler-answer" role="status">
        {frame === 'none' ? NO_FRAME : frame !== null && frameSentence(frame, display.originMs)}
      </p>
      {frame !== null && frame !== 'none' && <Parts frame={frame} />}
    </section>
  );
}

const NO_FRAME =
  'No such frame is recorded. “Worst” takes the visible time, or the chosen range; “Late” the last minute.';

function countsText({ state }: Figures, wantsVideoFrames: boolean): string {
  const counts = state?.frameCounts;
  if (counts === undefined) return '';
  const { late, dropped, long } = counts;
  const seen = counts['on time'] + late + dropped;
  const video =
    seen > 0
      ? `${counts['on time']} of the video on time, ${late} late, ${dropped} dropped`
      : wantsVideoFrames
        ? 'no video frames yet'
        : 'video frames are not recorded';
  return `Last minute: ${long} long on main, ${video}`;
}

function Parts({ frame }: { frame: FrameDetail }) {
  const wholeMs = frame.endMs - frame.startMs;
  const parts = [...frame.parts, { name: 'unknown, not idle', durationMs: frame.unknownMs }];
  return (
    <>
      <table className="profiler-table profiler-bars">
        <caption>Main-thread time</caption>
        <tbody>
          {parts.map(({ name, durationMs }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{format.milliseconds(durationMs)}</td>
              <td aria-hidden="true">
                <meter min={0} max={wholeMs} value={durationMs} />
              </td>
            </tr>
          ))}
          {frame.toScreenMs !== null && (
            <tr>
              <th scope="row">afterwards, from main to the screen</th>
              <td colSpan={2}>{format.milliseconds(frame.toScreenMs)}</td>
            </tr>
          )}
          {frame.workers.map(({ lane, busyMs, work, waits }) => (
            <tr key={lane}>
              <th scope="row">meanwhile {LANE_NAMES[lane]}</th>
              <td>{busyMs > 0 ? `≥ ${format.milliseconds(busyMs)} busy` : 'nothing known'}</td>
              <td className="profiler-words">
                {[...work, waits.length > 0 && `waits: ${waits.join(', ')}`].filter(Boolean).join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {frame.scripts.length > 0 && (
        <table className="profiler-table">
          <caption>Scripts</caption>
          <tbody>
            {frame.scripts.slice(0, ROWS_MAX).map(({ name, durationMs }, index) => (
              <tr key={index}>
                <th scope="row">{name}</th>
                <td>{format.milliseconds(durationMs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {frame.inputs.length > 0 && (
        <table className="profiler-table profiler-bars">
          <caption>Inputs under way</caption>
          <tbody>
            {frame.inputs.map((span, index) => (
              <tr key={index}>
                <th scope="row">{titleOf(span)}</th>
                <td>{format.milliseconds(span.durationMs)}</td>
                <td className="profiler-words">{span.input !== undefined && inputParts(span.input)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Sums rows={frame.spans} rowsMax={ROWS_MAX} />
    </>
  );
}
