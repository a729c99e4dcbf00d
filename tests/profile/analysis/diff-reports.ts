import type { Comparison, Interval, Verdict, VariantName } from '../../../src/profile/report/schema/comparison.ts';
import { doubtsOf } from '../../../src/profile/report/schema/doubts.ts';
import type { Report, Setting } from '../../../src/profile/report/schema/report.ts';
import { unpairedInterval, verdictOf } from '../statistics/interval.ts';
import { mean } from '../statistics/student.ts';

/** One measure of one variant in both reports. */
export interface DiffRow {
  readonly setting: string;
  readonly variant: VariantName;
  readonly title: string;
  /** Means over the runs of each report; `delta` is the interval of their difference. */
  readonly before: number;
  readonly after: number;
  readonly delta: Interval;
  /** Verdict on the second report against the first. */
  readonly verdict: Verdict;
  /** Whether the measure is one of main, whose worsening is a failure. */
  readonly isOfMain: boolean;
}

/** A slow-down and network that both reports have. */
export interface DiffSetting {
  readonly title: string;
  /** Reasons from either report not to compare the figures; with any reason, every verdict is 'cannot tell'. */
  readonly doubts: readonly string[];
  readonly rows: readonly DiffRow[];
}

/** Measures of main whose worsening is a failure. */
const OF_MAIN = new Set(['mainCpuMs', 'startCpuMs', 'blockedMs', 'longestMs']);

/** Compares the measures that both reports have. Their runs did not take turns, so differences may also come from the machine. */
export function diffReports(before: Report, after: Report): DiffSetting[] {
  return before.settings.flatMap((one) => {
    const other = after.settings.find(({ slowdown, network }) => slowdown === one.slowdown && network === one.network);
    if (other === undefined) return [];
    const doubts = [
      ...doubtsOf(one, before.provenance.cores).map((doubt) => `Of the first report: ${doubt}`),
      ...doubtsOf(other, after.provenance.cores).map((doubt) => `Of the second report: ${doubt}`),
    ];
    const title = `CPU ${one.slowdown}×, network ${one.network}`;
    return { title, doubts, rows: diffSettings(title, one, other, doubts.length > 0) };
  });
}

function diffSettings(setting: string, before: Setting, after: Setting, isDoubtful: boolean): DiffRow[] {
  return comparisonsOf(before).flatMap((one) => {
    const other = comparisonsOf(after).find(({ key }) => key === one.key);
    return (Object.keys(one.values) as VariantName[]).flatMap((variant) => {
      const [earlier, later] = [one.values[variant] ?? [], other?.values[variant] ?? []];
      if (earlier.length === 0 || later.length === 0) return [];
      const delta = unpairedInterval(earlier, later);
      return {
        setting,
        variant,
        title: one.title,
        before: mean(earlier),
        after: mean(later),
        delta,
        verdict: isDoubtful ? 'cannot tell' : verdictOf(delta),
        isOfMain: OF_MAIN.has(one.key),
      };
    });
  });
}

function comparisonsOf({ measures, offload }: Setting): Comparison[] {
  return [
    ...measures,
    ...offload.flatMap(({ group, main, worker }) => [
      { ...main, title: `main: ${group}` },
      { ...worker, title: `workers: ${group}` },
    ]),
  ];
}
