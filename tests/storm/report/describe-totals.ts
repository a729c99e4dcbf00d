import { describeCombination } from '../script/combination.ts';
import { isKept } from '../run-storm.ts';
import type { TrialResult } from '../browser/run-trial.ts';

/** Numbers of kept and lost trials for every combination, and a line for all combinations together. */
export function describeTotals(results: readonly TrialResult[]): string {
  const groups = new Map<string, TrialResult[]>();
  for (const result of results) {
    const name = describeCombination(result.script);
    groups.set(name, [...(groups.get(name) ?? []), result]);
  }
  const rows = [...groups].toSorted(([one], [other]) => one.localeCompare(other));
  const width = Math.max(...rows.map(([name]) => name.length));
  return [
    ...rows.map(([name, own]) => `${name.padEnd(width)}  ${countsOf(own)}`),
    `storm: ${results.filter(isKept).length} of ${results.length} kept`,
  ].join('\n');
}

function countsOf(results: readonly TrialResult[]): string {
  const kept = results.filter(isKept).length;
  const meanSeconds = results.reduce((sum, { tookMs }) => sum + tookMs, 0) / results.length / 1_000;
  const counts = `kept ${String(kept).padStart(3)}  lost ${String(results.length - kept).padStart(3)}`;
  return `${counts}  ${meanSeconds.toFixed(1).padStart(5)} s each`;
}
