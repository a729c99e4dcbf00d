import type { Comparison, Interval, Verdict, VariantName } from '../../../src/profile/report/schema/comparison.ts';
import type { Report, Setting } from '../../../src/profile/report/schema/report.ts';
import { unpairedInterval, verdictOf } from '../statistics/interval.ts';
import { median } from '../statistics/student.ts';

/** One measure of one variant in both reports. */
export interface DiffRow {
  readonly setting: string;
  readonly variant: VariantName;
  readonly title: string;
  readonly before: number;
  readonly after: number;
  readonly delta: Interval;
  /** Verdict on the second report against the first. */
  readonly verdict: Verdict;
  /** Whether it is about what main costs a viewer. */
  readonly isOfMain: boolean;
}

/** Measures of main whose worsening is a failure. */
const OF_MAIN = new Set(['mainCpuMs', 'startCpuMs', 'blockedMs', 'longestMs']);

/** Compares what both reports have. Their runs were not made in turn, so the difference may also be the machine's. */
export function diffReports(before: Report, after: Report): DiffRow[] {
  return before.settings.flatMap((one) => {
    const other = after.settings.find(({ slowdown, network }) => slowdown === one.slowdown && network === one.network);
    return other === undefined ? [] : diffSettings(one, other);
  });
}

function diffSettings(before: Setting, after: Setting): DiffRow[] {
  const setting = `CPU ${before.slowdown}×, network ${before.network}`;
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
        before: median(earlier),
        after: median(later),
        delta,
        verdict: verdictOf(delta),
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
