import { formatInterval, VERDICT_SIGNS } from '../plot/format.ts';
import { median } from '../plot/median.ts';
import type { Comparison, OffloadRow, Verdict } from '../schema/comparison.ts';
import { DataTable } from './data-table.tsx';

const HEAD = ['measure', 'workers, median', 'inline, median', 'difference (95 %)', 'with workers'];

export interface ComparisonTableProps {
  readonly caption: string;
  readonly comparisons: readonly Comparison[];
}

export function ComparisonTable({ caption, comparisons }: ComparisonTableProps) {
  const isCompared = comparisons.some(({ delta }) => delta !== undefined);
  const rows = comparisons.map((one) => ({
    key: one.key,
    cells: isCompared ? [one.title, ...cellsOf(one)] : [one.title, middleOf(one.values.found ?? one.values.workers)],
  }));
  return <DataTable caption={caption} head={isCompared ? HEAD : ['measure', 'median']} rows={rows} />;
}

/** Work by group, on main and in the workers. The verdict is about main, which viewers wait for. */
export function OffloadTable({ rows }: { readonly rows: readonly OffloadRow[] }) {
  return (
    <DataTable
      caption="Work by group: milliseconds of CPU in a session, medians"
      head={[
        'group',
        'workers: main ms',
        'workers: worker ms',
        'inline: main ms',
        'main, difference (95 %)',
        'main with workers',
      ]}
      rows={rows.map(({ group, main, worker }) => {
        const [ofMain, inline, delta, verdict] = cellsOf(main);
        return { key: group, cells: [group, ofMain, middleOf(worker.values.workers), inline, delta, verdict] };
      })}
    />
  );
}

function cellsOf({ values, delta, verdict }: Comparison) {
  return [
    middleOf(values.workers),
    middleOf(values.inline),
    delta === undefined ? '–' : formatInterval(delta),
    verdict === undefined ? '–' : <VerdictText key="verdict" verdict={verdict} />,
  ];
}

export function VerdictText({ verdict }: { readonly verdict: Verdict }) {
  return (
    <span className={`verdict verdict-${verdict.replace(' ', '-')}`}>
      <span aria-hidden="true">{VERDICT_SIGNS[verdict]}</span> {verdict}
    </span>
  );
}

function middleOf(values: readonly number[] | undefined): string {
  return values === undefined || values.length === 0 ? '–' : median(values).toFixed(1);
}
