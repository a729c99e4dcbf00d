import type { PageHooks } from '../../protocol/infrastructure/rpc.ts';
import { ACTIVITY_WINDOW_MS, type ActivitySummary } from '../../protocol/recording/activity.ts';
import { summariseActivity } from './errors/summarise-activity.ts';
import type { Environment } from './environment.ts';
import { withDeadline } from '../../protocol/runtime/deadline.ts';

/** Summary of the latest work of all threads of the page. */
export type Activity = () => Promise<ActivitySummary>;

/** Main responds when its current task is over. After this time the summary has only this thread. */
export const OTHER_THREADS_TIMEOUT_MS = 1_000;

export function createActivity(
  { spans, clock }: Pick<Environment, 'spans' | 'clock'>,
  hooks: PageHooks | undefined,
): Activity {
  const summarise = async (): Promise<ActivitySummary> => {
    const own = spans.read(0, ACTIVITY_WINDOW_MS);
    const asking = hooks?.readSpans(ACTIVITY_WINDOW_MS).catch(() => null) ?? Promise.resolve(null);
    const others = await withDeadline(asking, { clock, limitMs: OTHER_THREADS_TIMEOUT_MS, late: () => null });
    return summariseActivity([...(others ?? []), own]);
  };
  // Errors come in bursts, while main is busy: concurrent reports share one summary.
  let underWay: Promise<ActivitySummary> | null = null;
  return () => (underWay ??= summarise().finally(() => (underWay = null)));
}
