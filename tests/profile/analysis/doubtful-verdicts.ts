import type { Comparison } from '../../../src/profile/report/schema/comparison.ts';
import { doubtsOf } from '../../../src/profile/report/schema/doubts.ts';
import type { Setting } from '../../../src/profile/report/schema/report.ts';

/** The same setting without a verdict where there is a doubt. */
export function withoutDoubtfulVerdicts(setting: Setting, cores: number): Setting {
  if (doubtsOf(setting, cores).length === 0) return setting;
  const untold = <One extends Comparison>(one: One): One =>
    one.verdict === undefined ? one : { ...one, verdict: 'cannot tell' };
  return {
    ...setting,
    measures: setting.measures.map(untold),
    steps: setting.steps.map(untold),
    offload: setting.offload.map((row) => ({ ...row, main: untold(row.main), worker: untold(row.worker) })),
  };
}
