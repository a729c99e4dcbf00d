import type { Comparison } from '../../src/profile/report/schema/comparison.ts';
import { doubtsOf } from '../../src/profile/report/schema/doubts.ts';
import type { Setting } from '../../src/profile/report/schema/report.ts';
import { median } from './statistics/student.ts';

type Run = Setting['runs'][number];

/** Prints a line for each run, with the estimated time that is left. */
export class Progress {
  #runs = 0;
  #spentMs = 0;
  #lastMs = 0;

  async time<Result>(work: () => Promise<Result>): Promise<Result> {
    const startMs = performance.now();
    try {
      return await work();
    } finally {
      this.#lastMs = performance.now() - startMs;
      this.#spentMs += this.#lastMs;
      this.#runs += 1;
    }
  }

  show({ round, variant, mainCpuMs, otherCores, discarded }: Run, slowdown: number, runsLeft: number): void {
    const took = `${(this.#lastMs / 1_000).toFixed(1)} s`;
    const main = mainCpuMs === null ? '' : `main ${mainCpuMs.toFixed(0)} ms`;
    const leftMs = (this.#spentMs / this.#runs) * Math.max(0, runsLeft);
    const left = leftMs > 0 ? `about ${describeMinutes(leftMs)} left at this slow-down` : 'the last run, as it looks';
    const fault = discarded === null ? '' : ` · does not count: ${discarded}`;
    console.log(
      `${slowdown}× · round ${round + 1} · ${variant.padEnd(7)} · ${took} · ${main} · others ${otherCores.toFixed(1)} cores · ${left}${fault}`,
    );
  }
}

function describeMinutes(ms: number): string {
  return ms < 90_000 ? `${Math.ceil(ms / 1_000)} s` : `${Math.ceil(ms / 60_000)} min`;
}

export function describeCalibration(slowdown: number, calibration: Setting['calibration']): string {
  const rows = calibration.map(
    ({ lane, plantedMs, foundMs, isFound }) =>
      `  ${isFound ? 'found' : 'NOT FOUND'}: ${plantedMs.toFixed(1)} ms planted, ${foundMs.toFixed(1)} ms in ${lane}`,
  );
  return [`${slowdown}× · calibration`, ...rows].join('\n');
}

/** The doubts and slow-downs of a setting, and a table of its measures and of the groups of main. */
export function describeSetting(setting: Setting, cores: number): string {
  const { slowdown, network, measures, offload, throttle, stopped, runs } = setting;
  const title = `\nCPU ${slowdown}×, network ${network}: ${runs.filter(({ discarded }) => discarded === null).length} runs count. ${stopped}`;
  const rates = throttle.map(
    ({ target, askedRate, measuredRate, note }) =>
      `  ${target}: slow-down asked ${askedRate}×, measured ${measuredRate === null ? '–' : `${measuredRate.toFixed(1)}×`}${note === '' ? '' : ` (${note})`}`,
  );
  const groups = offload.map(({ group, main }) => ({ ...main, title: `  main: ${group}` }));
  const doubts = doubtsOf(setting, cores).map((doubt) => `  ! ${doubt}`);
  return [title, ...doubts, ...rates, ...describeTable([...measures, ...groups])].join('\n');
}

function describeTable(comparisons: readonly Comparison[]): string[] {
  const rows = comparisons.map((comparison) => [comparison.title, ...cellsOf(comparison)]);
  const isFound = comparisons.some(({ values }) => values.found !== undefined);
  const head = [
    '',
    isFound ? 'found' : 'workers',
    'inline',
    comparisons.some(({ delta }) => typeof delta?.low === 'number') ? 'difference (95 %)' : 'difference',
    comparisons.some(({ verdict }) => verdict !== undefined) ? 'with workers' : '',
  ];
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)));
  return [head, ...rows].map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

function cellsOf({ values, delta, verdict }: Comparison): string[] {
  const middle = (list: readonly number[] | undefined): string =>
    list === undefined || list.length === 0 ? '–' : median(list).toFixed(1);
  return [middle(values.workers ?? values.found), middle(values.inline), describeInterval(delta), verdict ?? ''];
}

export function describeInterval(delta: Comparison['delta']): string {
  if (delta === undefined || Number.isNaN(delta.mean)) return '–';
  const { mean, low, high } = delta;
  return low === null || high === null ? signed(mean) : `${signed(mean)} (${signed(low)} … ${signed(high)})`;
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;
}
