import type { Comparison, OffloadRow, VariantName } from '../../../src/profile/report/schema/comparison.ts';
import { pairedInterval, verdictOf } from '../statistics/interval.ts';
import { mean } from '../statistics/student.ts';
import { MEASURES, UNRECORDED, type MeasureKey, type RunSummary } from './summarize-run.ts';

/** The counted runs of one round, a run of each variant. */
export type Round = Readonly<Partial<Record<VariantName, RunSummary>>>;

type Pick = (run: RunSummary) => number | null | undefined;

/**
 * Compares all measures. A slow-down affects only main, so a sum with the workers would flatter the workers and is left out;
 * measures of unrecorded sessions are left out if there was no such session.
 */
export function compareMeasures(rounds: readonly Round[], slowdown: number): Comparison[] {
  const isMeasured = (key: MeasureKey): boolean =>
    rounds.some((round) => Object.values(round).some(({ measures }) => measures[key] !== null));
  const keys = (Object.keys(MEASURES) as MeasureKey[]).filter((key) =>
    key in UNRECORDED ? isMeasured(key) : slowdown === 1 || key !== 'totalCpuMs',
  );
  return keys.map((key) => compare(rounds, key, MEASURES[key], ({ measures }) => measures[key]));
}

export function compareSteps(rounds: readonly Round[]): Comparison[] {
  const names = new Set(rounds.flatMap((round) => Object.values(round).flatMap(({ steps }) => Object.keys(steps))));
  return [...names].map((name) => compare(rounds, name, name, ({ steps }) => steps[name]));
}

/** Groups by their cost, the most expensive first. */
export function compareGroups(rounds: readonly Round[]): OffloadRow[] {
  const groups = new Set(
    rounds.flatMap((round) =>
      Object.values(round).flatMap(({ main, worker }) => [...Object.keys(main), ...Object.keys(worker)]),
    ),
  );
  const rows = [...groups].map((group) => ({
    group,
    main: compare(rounds, `${group} main`, group, ({ main }) => main[group] ?? 0),
    worker: compare(rounds, `${group} worker`, group, ({ worker }) => worker[group] ?? 0),
  }));
  const costOf = ({ main, worker }: OffloadRow): number =>
    [main, worker].flatMap(({ values }) => Object.values(values)).reduce((sum, values) => sum + mean(values), 0);
  return rows.toSorted((one, other) => costOf(other) - costOf(one));
}

/** Leaves out rounds in which a run lacks the value, such as a first frame that was never shown. */
function compare(rounds: readonly Round[], key: string, title: string, pick: Pick): Comparison {
  const known = rounds
    .map((round) => Object.entries(round).map(([variant, run]) => [variant as VariantName, pick(run)] as const))
    .filter((values) => values.every(([, value]) => value !== null && value !== undefined));
  const values: Partial<Record<VariantName, number[]>> = {};
  for (const round of known) for (const [variant, value] of round) (values[variant] ??= []).push(value ?? 0);
  const { workers, inline } = values;
  if (workers === undefined || inline === undefined) return { key, title, unit: 'ms', values };
  const delta = pairedInterval(workers.map((value, index) => value - (inline[index] ?? 0)));
  const compared = { key, title, unit: 'ms' as const, values, delta };
  return delta.low === null ? compared : { ...compared, verdict: verdictOf(delta) };
}
