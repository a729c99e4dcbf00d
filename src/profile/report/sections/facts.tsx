import { formatBytes } from '../../../../protocol/runtime/format-bytes.ts';
import { formatMs } from '../plot/format.ts';
import type { BoundaryRow } from '../schema/comparison.ts';
import type { Report, Setting } from '../schema/report.ts';
import { Bar } from './bar.tsx';
import { DataTable } from './data-table.tsx';

const CHATTIEST = 10;

/** Calls between threads, with their number, size and waiting time. */
export function BoundaryTable({ rows }: { readonly rows: readonly BoundaryRow[] }) {
  if (rows.length === 0) return <p>No calls between threads were recorded.</p>;
  const ordered = rows.toSorted((one, other) => other.count - one.count);
  const most = ordered[0]?.count ?? 0;
  const chattiest = ordered.slice(0, CHATTIEST).map(({ method, count }) => `${method} (${count})`);
  return (
    <>
      <p>
        <strong>Chattiest:</strong> {chattiest.join(', ')}.
      </p>
      <DataTable
        caption="Calls between threads, of one further run with the recorder’s tracks"
        head={['method', 'from', 'to', 'calls', 'bytes', 'wait, p50', 'wait, p95', 'run, p95']}
        rows={ordered.map(({ method, from, to, count, bytes, waitP50Ms, waitP95Ms, runP95Ms }) => ({
          key: `${method} ${from} ${to}`,
          cells: [
            method,
            from,
            to,
            <Bar key="calls" text={String(count)} share={count / most} />,
            formatBytes(bytes),
            orDash(waitP50Ms),
            orDash(waitP95Ms),
            orDash(runP95Ms),
          ],
        }))}
      />
    </>
  );
}

function orDash(ms: number | null): string {
  return ms === null ? '–' : formatMs(ms);
}

/** All runs in the order of the measurement, including discarded runs. */
export function RunTable({ runs }: { readonly runs: Setting['runs'] }) {
  const most = Math.max(0, ...runs.map(({ mainCpuMs }) => mainCpuMs ?? 0));
  return (
    <DataTable
      caption="Runs in their order; others are the cores that other processes took in the second before"
      head={['run', 'round', 'variant', 'main CPU', 'others', 'cores busy', 'counts']}
      rows={runs.map(({ index, round, variant, mainCpuMs, otherCores, busyShare, discarded }) => ({
        key: String(index),
        cells: [
          index + 1,
          round + 1,
          variant,
          mainCpuMs === null ? '–' : <Bar key="main" text={formatMs(mainCpuMs)} share={mainCpuMs / most} />,
          otherCores.toFixed(2),
          `${(busyShare * 100).toFixed(0)} %`,
          discarded === null ? 'yes' : `no: ${discarded}`,
        ],
      }))}
    />
  );
}

export function ThrottleTable({ throttle, calibration }: Pick<Setting, 'throttle' | 'calibration'>) {
  return (
    <>
      <DataTable
        caption="Slow-down of the processor by target"
        head={['target', 'asked', 'measured', 'note']}
        rows={throttle.map(({ target, askedRate, measuredRate, note }) => ({
          key: target,
          cells: [target, `${askedRate}×`, measuredRate === null ? '–' : `${measuredRate.toFixed(1)}×`, note],
        }))}
      />
      <DataTable
        caption="Calibration: work that was planted, and what this report shows of it"
        head={['where', 'planted', 'found', 'in other lanes', 'within 10 %']}
        rows={calibration.map(({ lane, plantedMs, foundMs, elsewhereMs, isFound }) => ({
          key: lane,
          cells: [lane, formatMs(plantedMs), formatMs(foundMs), formatMs(elsewhereMs), isFound ? 'yes' : 'no'],
        }))}
      />
    </>
  );
}

export function Origin({ report }: { readonly report: Report }) {
  const { provenance } = report;
  const rows: readonly (readonly [string, string])[] = [
    ['made', report.madeAt],
    ['commit', `${provenance.commit}${provenance.isModified ? ', with changes' : ''}`],
    ['scripts', provenance.scripts.join(', ')],
    ['browser', `${provenance.browser} ${provenance.browserRevision}`],
    ['flags', provenance.flags.join(' ')],
    ['machine', `${provenance.cores} cores, ${provenance.processor}, ${formatBytes(provenance.memoryBytes)}`],
    ['system', `${provenance.system}, Node ${provenance.node}`],
    ['command', `npm run profile -- ${provenance.arguments.join(' ')}`],
    ...report.variants.map(({ name, description }) => [`variant ${name}`, description] as const),
  ];
  return (
    <DataTable
      caption="Where the figures come from"
      head={['what', 'value']}
      rows={rows.map(([name, value]) => ({ key: name, cells: [name, value] }))}
    />
  );
}
