import { useMemo, useState, type ReactNode } from 'react';
import { functionTimes } from '../plot/flame-bands.ts';
import { formatUs } from '../plot/format.ts';
import { totalsWithin } from '../plot/search.ts';
import type { Band } from '../plot/span-rows.ts';
import type { View } from '../plot/view.ts';
import type { Lane } from '../schema/timeline.ts';
import { Bar } from './bar.tsx';
import { DataTable } from './data-table.tsx';
import type { ChosenFunction } from './sandwich-view.tsx';
import { usePrinting } from './use-printing.ts';

const TABLE_ROWS = 40;

export interface TotalsTableProps {
  readonly title: string;
  readonly bands: readonly Band[];
  readonly view: View;
  readonly query: string;
}

export function TotalsTable({ title, bands, view, query }: TotalsTableProps) {
  return (
    <Folded title={title}>
      <Totals bands={bands} view={view} query={query} />
    </Folded>
  );
}

function Totals({ bands, view, query }: Omit<TotalsTableProps, 'title'>) {
  const totals = useMemo(
    () => totalsWithin(bands, view.fromUs, view.toUs, query).slice(0, TABLE_ROWS),
    [bands, view, query],
  );
  const most = totals[0]?.totalUs ?? 0;
  return (
    <DataTable
      caption={`From ${formatUs(view.fromUs)} to ${formatUs(view.toUs)}; by the clock, with waits for a core; spans inside others count twice`}
      head={['span', 'where', 'count', 'total, wall', 'longest, wall']}
      rows={totals.map(({ band, label, count, totalUs, longestUs }) => ({
        key: `${band} ${label}`,
        cells: [
          label,
          band,
          count,
          <Bar key="total" text={formatUs(totalUs)} share={totalUs / most} />,
          formatUs(longestUs),
        ],
      }))}
    />
  );
}

export interface FunctionTableProps {
  readonly lanes: readonly Lane[];
  readonly query: string;
  readonly onChoose: (chosen: ChosenFunction) => void;
}

export function FunctionTable(props: FunctionTableProps) {
  return (
    <Folded title="Flame graphs as a table: functions with the most time of their own">
      <Functions {...props} />
    </Folded>
  );
}

function Functions({ lanes, query, onChoose }: FunctionTableProps) {
  const rows = useMemo(() => {
    const wanted = query.trim().toLowerCase();
    return lanes
      .flatMap((lane) => (lane.flame === null ? [] : functionTimes(lane.flame).map((time) => ({ lane, ...time }))))
      .filter(({ name, place, group }) => `${name} ${place} ${group}`.toLowerCase().includes(wanted))
      .toSorted((one, other) => other.selfUs - one.selfUs)
      .slice(0, TABLE_ROWS);
  }, [lanes, query]);
  const most = rows[0]?.selfUs ?? 0;
  return (
    <DataTable
      caption="Sampled time of functions in the whole session, by the clock; a function opens its callers and what it called"
      head={['function', 'source', 'group', 'thread', 'own', 'with what it called']}
      rows={rows.map(({ lane, number, name, place, group, selfUs, totalUs }) => ({
        key: `${lane.id} ${number}`,
        cells: [
          <button key="function" type="button" className="link" onClick={() => onChoose({ lane, number })}>
            {name}
          </button>,
          place,
          group,
          lane.title,
          <Bar key="own" text={formatUs(selfUs)} share={selfUs / most} />,
          formatUs(totalUs),
        ],
      }))}
    />
  );
}

/** A collapsed section that renders its content only when it is opened or printed. */
function Folded({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const isPrinting = usePrinting();
  return (
    <details open={isOpen || isPrinting} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {(isOpen || isPrinting) && children}
    </details>
  );
}
