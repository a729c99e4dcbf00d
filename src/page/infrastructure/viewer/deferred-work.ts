import { AD_STATUS_TIMEOUT_MS } from '../../../../protocol/constants.ts';
import type { AbortSignalLike, Clock } from '../../../../protocol/runtime/clock.ts';
import type { AdStatus } from '../../../../protocol/infrastructure/rpc.ts';
import { JobScheduler, type JobOptions, type JobWork } from '../../../../protocol/runtime/job-scheduler.ts';
import { NavigationGate } from '../../../../protocol/runtime/navigation-gate.ts';
import { createPostTask, type PlatformScheduler } from '../../../../protocol/runtime/post-task.ts';
import type { ScriptUrlPolicy } from '../../platform/trusted-types.ts';
import type { Lifecycle } from '../../lifecycle/lifecycle.ts';
import { loadAdStatus } from './ad-status.ts';
import type { LocalEntries } from './local-entries.ts';

export interface DeferredWorkOptions {
  readonly clock: Clock;
  readonly lifecycle: Pick<Lifecycle, 'state' | 'subscribe'>;
  readonly policy: ScriptUrlPolicy;
  readonly scope: {
    readonly document: Pick<Document, 'createElement' | 'head'>;
    readonly scheduler?: PlatformScheduler;
  };
  readonly entries: LocalEntries;
  /** `null` in a private embed, which makes no request about ads (P10). */
  readonly adStatusAddress: string | null;
  readonly onAdStatus: (status: AdStatus) => void;
  readonly onError: (error: unknown) => void;
}

/** Arguments of a job of another part of main. */
export type DeferredJob = [name: string, work: JobWork, options: JobOptions];

export interface DeferredWork {
  schedule(...job: DeferredJob): void;
  stop(): void;
}

/** Runs deferred work of main (X5). A separate module, loaded once the service runs. */
export function startDeferredWork(options: DeferredWorkOptions): DeferredWork {
  const { clock, lifecycle, policy, scope, entries, adStatusAddress, onAdStatus, onError } = options;
  const gate = new NavigationGate(clock);
  const post = createPostTask(clock, scope.scheduler);
  const jobs = new JobScheduler({ clock, gate, post, onError: (_name, error) => onError(error) });
  const stopFollowing = followNavigation(lifecycle, gate);
  const { document } = scope;
  if (adStatusAddress !== null) {
    const readAdStatus = async (signal: AbortSignalLike): Promise<void> =>
      onAdStatus(await loadAdStatus(adStatusAddress, { document, scope, policy, signal }));
    jobs.schedule('ad status', readAdStatus, { priority: 'background', timeLimitMs: AD_STATUS_TIMEOUT_MS });
  }
  jobs.schedule('sweep local entries', () => entries.sweep(), { priority: 'background' });
  return {
    schedule: (...job) => void jobs.schedule(...job),
    stop() {
      stopFollowing();
      jobs.stop();
      gate.stop();
    },
  };
}

/** Closes the gate from `beforeunload` until the lifecycle moves on: the page unloads or stays (X4). */
function followNavigation(lifecycle: Pick<Lifecycle, 'state' | 'subscribe'>, gate: NavigationGate): () => void {
  const follow = (state: Lifecycle['state']): void => {
    if (state === 'document_disposed_preventable') gate.begin();
    else gate.end();
  };
  follow(lifecycle.state);
  return lifecycle.subscribe(({ state, previousState }) => state !== previousState && follow(state));
}
