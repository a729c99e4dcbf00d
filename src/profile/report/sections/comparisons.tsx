import { formatInterval, VERDICT_SIGNS } from '../plot/format.ts';
import { median } from '../plot/median.ts';
import type { Comparison, OffloadRow, Verdict } from '../schema/comparison.ts';
import { Bar } from './bar.tsx';
import { DataTable } from './data-table.tsx';

export interface ComparisonTableProps {
  readonly caption: string;
  readonly comparisons: readonly Comparison[];
}

export function ComparisonTable({ caption, comparisons }: ComparisonTableProps) {
  const isCompared = comparisons.some(({ delta }) => delta !== undefined);
  const most = mostOf(comparisons);
  const rows = comparisons.map((one) => ({
    key: one.key,
    cells: isCompared
      ? [one.title, ...cellsOf(one, most, hasVerdict(comparisons))]
      : [one.title, barOf(one.values.found ?? one.values.workers, most)],
  }));
  const head = isCompared
    ? ['measure', 'workers, median', 'inline, median', ...headOf(comparisons, 'difference of means', 'with workers')]
    : ['measure', 'median'];
  return <DataTable caption={caption} head={head} rows={rows} />;
}

/** Whether the table needs a column for verdicts; the beginning of the report explains missing verdicts. */
function hasVerdict(comparisons: readonly Comparison[]): boolean {
  return comparisons.some(({ verdict }) => verdict !== undefined);
}

function headOf(comparisons: readonly Comparison[], difference: string, verdict: string): string[] {
  const hasInterval = comparisons.some(({ delta }) => typeof delta?.low === 'number');
  return [hasInterval ? `${difference} (95 %)` : difference, ...(hasVerdict(comparisons) ? [verdict] : [])];
}

/** Work by group, on main and in the workers. The verdict is about main, which viewers wait for. */
export function OffloadTable({ rows }: { readonly rows: readonly OffloadRow[] }) {
  const most = mostOf(rows.flatMap(({ main, worker }) => [main, worker]));
  const ofMains = rows.map(({ main }) => main);
  const isCompared = ofMains.some(({ delta }) => delta !== undefined);
  const head = isCompared
    ? [
        'group',
        'workers: main ms',
        'workers: worker ms',
        'inline: main ms',
        ...headOf(ofMains, 'main, difference of means', 'main with workers'),
      ]
    : ['group', 'main ms', 'worker ms'];
  return (
    <DataTable
      caption="Work by group: milliseconds of CPU in a session, medians"
      head={head}
      rows={rows.map(({ group, main, worker }) => {
        const inWorkers = barOf(worker.values.found ?? worker.values.workers, most);
        if (!isCompared)
          return { key: group, cells: [group, barOf(main.values.found ?? main.values.workers, most), inWorkers] };
        const [ofMain, ...further] = cellsOf(main, most, hasVerdict(ofMains));
        return { key: group, cells: [group, ofMain, inWorkers, ...further] };
      })}
    />
  );
}

function cellsOf({ values, delta, verdict }: Comparison, most: number, isJudged: boolean) {
  const cells = [
    barOf(values.workers, most),
    barOf(values.inline, most),
    delta === undefined ? '–' : formatInterval(delta),
  ];
  return isJudged ? [...cells, verdict === undefined ? '–' : <VerdictText key="verdict" verdict={verdict} />] : cells;
}

/** Largest median of all rows, for the length of their bars. */
function mostOf(comparisons: readonly Comparison[]): number {
  return Math.max(0, ...comparisons.flatMap(({ values }) => Object.values(values).map((each) => middleOf(each) ?? 0)));
}

function barOf(values: readonly number[] | undefined, most: number) {
  const middle = middleOf(values);
  return middle === null ? '–' : <Bar key="bar" text={middle.toFixed(1)} share={middle / most} />;
}

export function VerdictText({ verdict }: { readonly verdict: Verdict }) {
  return (
    <span className={`verdict verdict-${verdict.replace(' ', '-')}`}>
      <span aria-hidden="true">{VERDICT_SIGNS[verdict]}</span> {verdict}
    </span>
  );
}

function middleOf(values: readonly number[] | undefined): number | null {
  return values === undefined || values.length === 0 ? null : median(values);
}
