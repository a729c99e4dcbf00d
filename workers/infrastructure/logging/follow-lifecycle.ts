import type { LifecycleChange } from '../../../protocol/infrastructure/rpc.ts';
import type { LogPipeline } from './log-pipeline.ts';

/** As much of a pipeline as has to do with the document's life. */
type FollowingPipeline = Pick<LogPipeline, 'suspend' | 'resume' | 'flush' | 'revive'>;

/** Into the cache: stop. Going: send everything. Back, or back online: what was parked may go again. */
export function followLifecycle(
  pipeline: FollowingPipeline,
  change: LifecycleChange,
  previous: LifecycleChange | null,
): void {
  const wasSuspended = previous?.visibility === 'backgrounded';
  if (change.visibility === 'backgrounded') return pipeline.suspend();
  if (wasSuspended) return pipeline.resume();
  if (change.lifecycle === 'flush_logs') return void pipeline.flush();
  const isBack = change.visibility !== 'hidden' && previous?.visibility === 'hidden';
  const isBackOnline = change.online && previous?.online === false;
  if (isBack || isBackOnline) pipeline.revive();
}
