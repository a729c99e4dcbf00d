import type { StoredRequest } from '../../../protocol/infrastructure/records.ts';
import type { FlushReport, LifecycleChange } from '../../../protocol/infrastructure/rpc.ts';
import type { EventLog } from './line-batch-receiver.ts';
import type { LogPipeline } from './log-pipeline.ts';

export interface OpenedLog {
  readonly pipeline: LogPipeline;
  /** Once closed, the database is not opened again, not even to restore deleted rows. */
  readonly database: { close(): void };
}

/** The log of the page's viewer (L1, S1). Events wait until its database is open. */
export class ViewerLog implements EventLog {
  readonly #opened: Promise<OpenedLog>;
  #resolve: (opened: OpenedLog) => void = () => {};
  #pipeline: LogPipeline | null = null;
  #change: LifecycleChange | null = null;

  constructor() {
    this.#opened = new Promise((resolve) => (this.#resolve = resolve));
  }

  open(opened: OpenedLog): void {
    this.#pipeline = opened.pipeline;
    void opened.pipeline.start();
    this.#resolve(opened);
  }

  async add(lines: string, lostCount?: number): ReturnType<LogPipeline['add']> {
    const { pipeline } = await this.#opened;
    return pipeline.add(lines, lostCount);
  }

  async keep(request: StoredRequest): Promise<void> {
    const { pipeline } = await this.#opened;
    await pipeline.keep(request);
  }

  async flush(): Promise<FlushReport> {
    const { pipeline } = await this.#opened;
    return pipeline.flush();
  }

  /** Restores stored events after the database was lost and reopened, perhaps empty. */
  restore(): void {
    void this.#pipeline?.restore();
  }

  /** Sends everything that can be sent, and stores nothing from then on. */
  async leaveDisk(): Promise<void> {
    await this.flush();
    const { database } = await this.#opened;
    database.close();
  }

  lifecycleChanged(change: LifecycleChange): void {
    const previous = this.#change;
    this.#change = change;
    void this.#opened.then(({ pipeline }) => followLifecycle(pipeline, change, previous));
  }

  stop(): void {
    void this.#opened.then(({ pipeline }) => pipeline.stop());
  }
}

/** The part of a pipeline that depends on the document's lifecycle. */
type FollowingPipeline = Pick<LogPipeline, 'suspend' | 'resume' | 'leave' | 'revive'>;

/**
 * Entering the back/forward cache suspends the pipeline, unloading or turning hidden sends queued events, and returning (or going
 * online) retries parked requests.
 */
export function followLifecycle(
  pipeline: FollowingPipeline,
  change: LifecycleChange,
  previous: LifecycleChange | null,
): void {
  const wasSuspended = previous?.visibility === 'backgrounded';
  if (change.visibility === 'backgrounded') return pipeline.suspend();
  if (wasSuspended) return pipeline.resume();
  if (change.lifecycle === 'flush_logs') return void pipeline.leave();
  const isBack = change.visibility !== 'hidden' && previous?.visibility === 'hidden';
  const isBackOnline = change.online && previous?.online === false;
  if (isBack || isBackOnline) pipeline.revive();
}
