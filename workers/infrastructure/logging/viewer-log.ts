import type { LifecycleChange } from '../../../protocol/infrastructure/rpc.ts';
import { followLifecycle } from './follow-lifecycle.ts';
import type { OpenedLogPipeline } from './open-log-pipeline.ts';

/** The log of the page's viewer (L1, S1), which may still be opening. */
export class ViewerLog {
  readonly opened: Promise<OpenedLogPipeline>;
  #change: LifecycleChange | null = null;

  constructor(opening: Promise<OpenedLogPipeline>) {
    this.opened = opening.then((opened) => {
      void opened.pipeline.start();
      return opened;
    });
  }

  lifecycleChanged(change: LifecycleChange): void {
    const previous = this.#change;
    this.#change = change;
    void this.opened.then(({ pipeline }) => followLifecycle(pipeline, change, previous));
  }

  stop(): void {
    void this.opened.then(({ pipeline }) => pipeline.stop());
  }
}
