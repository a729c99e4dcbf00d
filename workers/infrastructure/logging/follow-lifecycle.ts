import type { LifecycleChange } from '../../../protocol/infrastructure/rpc.ts';
import type { LogPipeline } from './log-pipeline.ts';

/** The part of a pipeline that depends on the document's lifecycle. */
type FollowingPipeline = Pick<LogPipeline, 'suspend' | 'resume' | 'flush' | 'revive'>;

/** Entering the back/forward cache suspends, unloading flushes, and coming back (or online) retries parked requests. */
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
