import { describeInterval } from '../print.ts';
import type { DiffRow, DiffSetting } from './diff-reports.ts';

/** The verdict names at most this many rows. */
const NAMED = 3;

/** Says whether the second report is worse in a measure of main; the exit code says the same. */
export function diffVerdict(settings: readonly DiffSetting[]): string {
  const rows = settings.flatMap((setting) => setting.rows).filter(({ isOfMain }) => isOfMain);
  const worse = rows.filter(({ verdict }) => verdict === 'worse');
  if (worse.length > 0)
    return `Worse: ${worse.length} of ${rows.length} figures of main are higher in the second report: ${worse.slice(0, NAMED).map(nameOf).join('; ')}${worse.length > NAMED ? '; …' : '.'}`;
  if (rows.length === 0) return 'Cannot tell whether it is worse: the reports have no figure of main in common.';
  if (rows.some(({ delta }) => delta.low === null))
    return 'Cannot tell whether it is worse: too few rounds. Leave --runs out of both.';
  const doubtful = settings.find(({ doubts }) => doubts.length > 0);
  if (doubtful !== undefined)
    return `Cannot tell whether it is worse (${doubtful.title}). ${doubtful.doubts.join(' ')} Measure again on a quiet machine.`;
  const better = rows.filter(({ verdict }) => verdict === 'better');
  if (better.length > 0)
    return `Not worse: ${better.length} of ${rows.length} figures of main are lower in the second report, for the others chance is enough: ${better.slice(0, NAMED).map(nameOf).join('; ')}${better.length > NAMED ? '; …' : '.'}`;
  return `Cannot tell them apart: each of ${rows.length} figures of main differs by no more than chance, ${rows.slice(0, 1).map(nameOf).join('')}.`;
}

function nameOf({ title, variant, setting, delta }: DiffRow): string {
  return `${title} (${variant}, ${setting}) ${describeInterval(delta)} ms`;
}
