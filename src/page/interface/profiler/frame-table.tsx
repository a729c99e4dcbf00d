import { useEffect, useRef } from 'react';
import { LANE_NAMES } from '../../../../protocol/page/lane-names.ts';
import {
  SUM_KINDS,
  type FrameDetail,
  type RangeSums,
  type SumKind,
  type SumRow,
} from '../../../../protocol/profiling/frames.ts';
import { titleOf } from '../../../../protocol/profiling/thread-spans.ts';
import { Figure, useFigure } from './figure.tsx';
import * as format from './format.ts';
import type { Figures } from './figures-store.ts';
import { inputParts, inputText } from './input-text.ts';
import { useProfiler, useSession } from './use-session.ts';

/** The longest spans of a frame show its cause; the table of spans has all. */
const ROWS_MAX = 8;

/** Chooses a frame, and shows where its time went. */
export function FrameTable() {
  const session = useSession();
  const { frame, display, wantsVideoFrames } = useProfiler();
  const sentence = useRef<HTMLParagraphElement>(null);
  const chosenMs = frame === 'none' ? 0 : frame?.startMs;
  // In a small panel the sentence is below the lanes, and a key would seem to do nothing.
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
          title="Costs main some 13 ms a second: the browser draws a frame of main for each frame of the video"
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
              <td>{[...work, waits.length > 0 && `waits: ${waits.join(', ')}`].filter(Boolean).join(', ')}</td>
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
                <td>{span.input !== undefined && inputParts(span.input)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Sums rows={frame.spans} rowsMax={ROWS_MAX} />
    </>
  );
}

/** One frame in a sentence: its verdict, and what took most of its time. */
export function frameSentence(frame: FrameDetail, originMs: number): string {
  const { verdict, startMs, endMs, lateMs, dropped, parts, unknownMs } = frame;
  const wholeMs = endMs - startMs;
  const what = {
    long: 'Long frame of main',
    'on time': 'Video frame on time',
    late: `Video frame ${format.milliseconds(lateMs)} late`,
    dropped: `Video frame after ${dropped} dropped`,
  }[verdict];
  const main = parts.filter(({ name }) => !name.startsWith('of it'));
  const most = [...main, { name: 'unknown', durationMs: unknownMs }].sort(
    (one, other) => other.durationMs - one.durationMs,
  );
  const shares = most
    .filter(({ durationMs }) => durationMs > 0)
    .map(
      ({ name, durationMs }) =>
        `${format.share(durationMs / wholeMs)} ${name}${name === 'script' ? scriptText(frame) : ''}`,
    );
  const at = `at ${((startMs - originMs) / 1_000).toFixed(3)} s`;
  const inputs = frame.inputs.map((span) => ` Under way: ${inputText(span)}.`).join('');
  return `${what} ${at}, ${format.milliseconds(wholeMs)}: ${shares.join(', ')}.${inputs}`;
}

/** The longest script of a frame, by the name that the browser reports. */
function scriptText({ scripts }: FrameDetail): string {
  const [longest] = scripts;
  if (longest === undefined) return '';
  return scripts.length === 1
    ? ` (${longest.name})`
    : ` (most of it ${longest.name}: ${format.milliseconds(longest.durationMs)})`;
}

/** Sums of the chosen range, or of the visible time. */
export function RangeTable() {
  const session = useSession();
  const { display } = useProfiler();
  // Each state is a new object, whose text says whether its sums are other ones.
  useFigure((figures) => JSON.stringify(shownSums(figures)));
  const { sums, isForgotten } = shownSums(session.figures);
  if (sums === null) return null;
  return (
    <section className="profiler-frame" aria-label="Sums">
      <p className="profiler-answer">
        {isForgotten
          ? NO_LONGER_RECORDED
          : sumsText(sums, display.range === null ? 'the visible time' : 'the chosen range')}
        {display.range !== null && (
          <button type="button" className="profiler-copy" onClick={() => session.setDisplay({ range: null })}>
            Forget the range
          </button>
        )}
      </p>
      {!isForgotten && <Sums rows={sums.rows} rowsMax={sums.rows.length} />}
    </section>
  );
}

function shownSums({ state }: Figures): { readonly sums: RangeSums | null; readonly isForgotten: boolean } {
  const sums = state?.sums ?? null;
  return { sums, isForgotten: sums !== null && (state?.earliestMs ?? 0) >= sums.toMs };
}

function sumsText({ fromMs, toMs, threads }: RangeSums, which: string): string {
  const shares = threads.map(({ lane, busyMs, unknownMs }) => {
    const [busy, unknown] = [busyMs, unknownMs].map((ms) => format.share(ms / (toMs - fromMs)));
    return `${LANE_NAMES[lane]} ${busy} busy, ${unknown} unknown`;
  });
  return `Of ${which}, ${format.milliseconds(toMs - fromMs)}: ${shares.join('; ')}`;
}

const NO_LONGER_RECORDED =
  'Of this time nothing is recorded any more: the threads keep their last minute. Choose a later range, or 10 s.';
const CAPTIONS: Readonly<Record<SumKind, string>> = {
  work: 'Work, by name and thread',
  outside: 'Long frames and late timers of main, including nested work',
  wait: 'Waits, beside which the thread could work: time with at least one wait under way',
  moment: 'Moments',
};

/** A table for each kind: time of waits belongs to no thread’s work and must not be added to work. */
function Sums({ rows, rowsMax }: { rows: readonly SumRow[]; rowsMax: number }) {
  return SUM_KINDS.map((wanted) => {
    const own = rows.filter(({ kind }) => kind === wanted).slice(0, rowsMax);
    return own.length > 0 && <SumTable key={wanted} kind={wanted} rows={own} />;
  });
}

function SumTable({ kind, rows }: { kind: SumKind; rows: readonly SumRow[] }) {
  return (
    <table className="profiler-table">
      <caption>{CAPTIONS[kind]}</caption>
      <thead>
        <tr>
          <th scope="col">Span</th>
          <th scope="col">Thread</th>
          <th scope="col">Count</th>
          {kind !== 'moment' && <th scope="col">{kind === 'wait' ? 'Under way' : 'Sum'}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ lane, name, count, totalMs }) => (
          <tr key={`${lane} ${name}`}>
            <th scope="row">{name}</th>
            <td>{LANE_NAMES[lane]}</td>
            <td>{count}</td>
            {kind !== 'moment' && <td>{format.milliseconds(totalMs)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
