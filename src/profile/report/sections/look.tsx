import { useEffect, useMemo, useRef, useState } from 'react';
import { BandPlot } from '../plot/band-plot.tsx';
import { chartBand, functionTimes, leftHeavyBand } from '../plot/flame-bands.ts';
import { formatUs } from '../plot/format.ts';
import { totalsWithin } from '../plot/search.ts';
import { busiestStretch, type Band } from '../plot/span-rows.ts';
import { timelineBands } from '../plot/timeline-bands.ts';
import { wholeView, type View } from '../plot/view.ts';
import type { Lane, Timeline } from '../schema/timeline.ts';
import { Choice } from './choice.tsx';
import { DataTable } from './data-table.tsx';

const BUSY_US = 500_000;
const TABLE_ROWS = 40;

/** One run to look at: lanes, flame graphs, and both as tables. Time axes of lanes and flames in time are one. */
export function Look({ timeline }: { readonly timeline: Timeline }) {
  const [view, setView] = useState<View>(() => wholeView(timeline.durationUs));
  const [heavyView, setHeavyView] = useState<View | null>(null);
  const [query, setQuery] = useState('');
  const [mode, setMode] = useState<'in time' | 'left-heavy'>('in time');
  const lanes = useMemo(() => timelineBands(timeline), [timeline]);
  const flames = useMemo(() => flameBands(timeline.lanes, mode === 'left-heavy'), [timeline, mode]);
  // Added up, the busiest thread is the longest.
  const heavyUs = useMemo(() => Math.max(...flames.map(lengthOf), 0), [flames]);
  const search = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      search.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, []);

  const main = timeline.lanes.findIndex(({ id }) => id === 'player-main');
  const showBusiest = (): void => {
    const row = lanes.find(({ title }) => main >= 0 && title.startsWith(timeline.lanes[main]?.title ?? ' '))?.rows[0];
    const fromUs = row === undefined ? 0 : busiestStretch(row, BUSY_US);
    setView({ fromUs, toUs: fromUs + BUSY_US });
  };
  const isInTime = mode === 'in time';
  return (
    <>
      <div className="tools">
        <label>
          Search <kbd>/</kbd>{' '}
          <input ref={search} type="search" value={query} onChange={({ target }) => setQuery(target.value)} />
        </label>
        <button type="button" onClick={showBusiest}>
          Busiest 500 ms of main
        </button>
        <button type="button" onClick={() => setView(wholeView(timeline.durationUs))}>
          Whole session
        </button>
        <span className="quiet">
          run {timeline.run + 1}, {formatUs(timeline.durationUs)}; {timeline.leftOut} spans shorter than{' '}
          {formatUs(timeline.shortestUs)} are left out
        </span>
      </div>
      <h3>Threads, side by side</h3>
      <BandPlot
        label="Threads of one run"
        bands={lanes}
        durationUs={timeline.durationUs}
        view={view}
        onView={setView}
        query={query}
        milestones={timeline.milestones}
      />
      <TotalsTable title="Threads as a table: what is in sight" bands={lanes} view={view} query={query} />
      <h3>Flame graphs, all threads on one scale</h3>
      <Choice legend="Order" options={['in time', 'left-heavy']} value={mode} onChange={setMode} />
      <BandPlot
        label={`Flame graphs, ${mode}`}
        bands={flames}
        durationUs={isInTime ? timeline.durationUs : heavyUs}
        view={isInTime ? view : (heavyView ?? wholeView(heavyUs))}
        onView={isInTime ? setView : setHeavyView}
        query={query}
      />
      <FunctionTable lanes={timeline.lanes} query={query} />
    </>
  );
}

function flameBands(lanes: readonly Lane[], isLeftHeavy: boolean): Band[] {
  return lanes.flatMap(({ title, flame }) => {
    if (flame === null) return [];
    return isLeftHeavy ? leftHeavyBand(title, flame) : chartBand(title, flame);
  });
}

function lengthOf({ rows: [outermost] }: Band): number {
  return outermost?.endUs.at(-1) ?? 0;
}

interface TotalsTableProps {
  readonly title: string;
  readonly bands: readonly Band[];
  readonly view: View;
  readonly query: string;
}

function TotalsTable({ title, bands, view, query }: TotalsTableProps) {
  const [isOpen, setIsOpen] = useState(false);
  const totals = useMemo(
    () => (isOpen ? totalsWithin(bands, view.fromUs, view.toUs, query).slice(0, TABLE_ROWS) : []),
    [isOpen, bands, view, query],
  );
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{title}</summary>
      <DataTable
        caption={`From ${formatUs(view.fromUs)} to ${formatUs(view.toUs)}; spans inside others count twice`}
        head={['span', 'where', 'count', 'total', 'longest']}
        rows={totals.map(({ band, label, count, totalUs, longestUs }) => ({
          key: `${band} ${label}`,
          cells: [label, band, count, formatUs(totalUs), formatUs(longestUs)],
        }))}
      />
    </details>
  );
}

function FunctionTable({ lanes, query }: { readonly lanes: readonly Lane[]; readonly query: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const rows = useMemo(() => {
    if (!isOpen) return [];
    const wanted = query.trim().toLowerCase();
    return lanes
      .flatMap(({ title, flame }) => (flame === null ? [] : functionTimes(flame).map((time) => ({ title, ...time }))))
      .filter(({ name, place, group }) => `${name} ${place} ${group}`.toLowerCase().includes(wanted))
      .toSorted((one, other) => other.selfUs - one.selfUs)
      .slice(0, TABLE_ROWS);
  }, [isOpen, lanes, query]);
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>Flame graphs as a table: functions with the most time of their own</summary>
      <DataTable
        caption="Sampled time of functions in the whole session"
        head={['function', 'source', 'group', 'thread', 'own', 'with what it called']}
        rows={rows.map(({ title, name, place, group, selfUs, totalUs }) => ({
          key: `${title} ${name} ${place} ${group}`,
          cells: [name, place, group, title, formatUs(selfUs), formatUs(totalUs)],
        }))}
      />
    </details>
  );
}
