import type { Comparison } from '../../../src/profile/report/schema/comparison.ts';
import { doubtsOf } from '../../../src/profile/report/schema/doubts.ts';
import type { Setting } from '../../../src/profile/report/schema/report.ts';

/** Removes all verdicts from a setting with a doubt: the report states the doubt once instead. */
export function withoutDoubtfulVerdicts(setting: Setting, cores: number): Setting {
  if (doubtsOf(setting, cores).length === 0) return setting;
  const untold = ({ verdict: _verdict, ...one }: Comparison): Comparison => one;
  return {
    ...setting,
    measures: setting.measures.map(untold),
    steps: setting.steps.map(untold),
    offload: setting.offload.map((row) => ({ ...row, main: untold(row.main), worker: untold(row.worker) })),
  };
}
