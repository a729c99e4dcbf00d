import type { LifecycleChange } from '../../../protocol/infrastructure/rpc.ts';
import { followLifecycle } from './follow-lifecycle.ts';
import type { LogPipeline } from './log-pipeline.ts';
import type { OpenedLogPipeline } from './open-log-pipeline.ts';

/**
 * The logs of the viewers of this page, one pipeline for each (L1, S1). The pipeline of an earlier viewer runs until it
 * is empty, under that identity; events are never stored or sent under another one.
 */
export class UserLogs {
  readonly #open: (identifier: string) => Promise<OpenedLogPipeline>;
  readonly #pipelines = new Map<string, Promise<OpenedLogPipeline>>();
  #current: Promise<OpenedLogPipeline>;
  #change: LifecycleChange | null = null;

  constructor(identifier: string, open: (identifier: string) => Promise<OpenedLogPipeline>) {
    this.#open = open;
    this.#current = this.#pipelineOf(identifier);
  }

  get current(): Promise<OpenedLogPipeline> {
    return this.#current;
  }

  async switchTo(identifier: string): Promise<OpenedLogPipeline> {
    const before = this.#current;
    this.#current = this.#pipelineOf(identifier);
    if (before !== this.#current) void (await before).pipeline.flush();
    return this.#current;
  }

  lifecycleChanged(change: LifecycleChange): void {
    const previous = this.#change;
    this.#change = change;
    this.#forEach((pipeline) => followLifecycle(pipeline, change, previous));
  }

  stop(): void {
    this.#forEach((pipeline) => pipeline.stop());
  }

  #pipelineOf(identifier: string): Promise<OpenedLogPipeline> {
    const known = this.#pipelines.get(identifier);
    if (known !== undefined) return known;
    const opening = this.#open(identifier).then((opened) => {
      void opened.pipeline.start();
      return opened;
    });
    this.#pipelines.set(identifier, opening);
    return opening;
  }

  #forEach(work: (pipeline: LogPipeline) => void): void {
    for (const opening of this.#pipelines.values()) void opening.then(({ pipeline }) => work(pipeline));
  }
}
