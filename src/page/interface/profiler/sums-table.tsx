import { LANE_NAMES } from '../../../../protocol/threads/lane-names.ts';
import { SUM_KINDS, type RangeSums, type SumKind, type SumRow } from '../../../../protocol/profiling/frames.ts';
import { useFigure } from './figure.tsx';
import * as format from './format.ts';
import type { Figures } from './figures-store.ts';
import { useProfiler, useSession } from './use-session.ts';

/** Sums of the chosen range, or of the visible time. */
export function RangeTable() {
  const session = useSession();
  const { display } = useProfiler();
  // Each state is a new object; only a change of this text means that its sums have changed.
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
export function Sums({ rows, rowsMax }: { rows: readonly SumRow[]; rowsMax: number }) {
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
            <td className="profiler-words">{LANE_NAMES[lane]}</td>
            <td>{count}</td>
            {kind !== 'moment' && <td>{format.milliseconds(totalMs)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
