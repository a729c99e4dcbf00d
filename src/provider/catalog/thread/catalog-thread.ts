import { Worker } from 'node:worker_threads';
import { wrap, type Remote } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import type { CatalogSource, CatalogSummary, VideoBatch } from '../catalog-source.ts';
import { CatalogUnusable } from '../catalog-unusable.ts';
import type { CatalogOptions } from '../loading/catalog-reader.ts';
import type { ReadDepth } from '../loading/description-folder.ts';
import type { CatalogService } from './catalog-service.ts';

/**
 * Almost all memory of a read is garbage at once: a third of the default young generation saves memory at no cost in time. A limit of
 * the old generation does the same, as the engine otherwise lets garbage grow to a multiple of the used memory: 160 instead of 100
 * MB with ten thousand videos. The limit is far beyond the need of a catalog of a hundred thousand.
 */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 1_024 };

interface Thread {
  readonly worker: Worker;
  readonly service: Remote<CatalogService>;
  /** Rejects when the thread has ended. */
  readonly ended: Promise<never>;
}

/**
 * A catalog that another thread reads. If that thread ends, the read fails; the next one starts another thread, which
 * reads everything again.
 */
export class CatalogThread implements CatalogSource {
  readonly #script: URL | string;
  readonly #folder: string;
  readonly #options: CatalogOptions;
  #thread: Thread | undefined;

  /** @param script The built `src/server/catalog.ts`. */
  constructor(script: URL | string, folder: string, { followLinks = false }: CatalogOptions) {
    this.#script = script;
    this.#folder = folder;
    this.#options = { followLinks };
  }

  async *read(depth: ReadDepth): AsyncGenerator<VideoBatch, CatalogSummary | undefined> {
    const { service, ended } = (this.#thread ??= this.#start());
    await Promise.race([service.start(depth), ended]);
    for (;;) {
      const step = await Promise.race([service.next(), ended]);
      if (step.kind === 'unusable') throw new CatalogUnusable(step.message, step.problem);
      if (step.kind === 'end') return step.summary;
      yield step.videos;
    }
  }

  /** Without a thread no read runs, and a new thread reads everything. */
  prefer(file: string): void {
    void this.#thread?.service.prefer(file);
  }

  close(): void {
    void this.#thread?.worker.terminate();
  }

  #start(): Thread {
    const worker = new Worker(this.#script, { resourceLimits: THREAD_LIMITS });
    // The thread ends with the process.
    worker.unref();
    const ended = new Promise<never>((_, reject) => {
      const end = (error: Error): void => {
        if (this.#thread?.worker === worker) this.#thread = undefined;
        reject(error);
      };
      worker.once('error', (error: Error) =>
        end(new Error(`The thread that reads the catalog has failed: ${error.message}`, { cause: error })),
      );
      worker.once('exit', () => end(new Error('The thread that reads the catalog has ended.')));
    });
    // Between two reads nothing awaits this promise.
    ended.catch(() => undefined);
    const service = wrap<CatalogService>(nodeEndpoint(worker));
    void service.open(this.#folder, this.#options);
    return { worker, service, ended };
  }
}
