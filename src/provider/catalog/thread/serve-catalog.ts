import type { MessagePort } from 'node:worker_threads';
import { expose } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import type { CatalogSource } from '../catalog-source.ts';
import { CatalogUnusable } from '../catalog-unusable.ts';
import { CatalogReader } from '../loading/catalog-reader.ts';
import type { CatalogService } from './catalog-service.ts';

/** Serves a catalog to another thread, which serves pages: a large catalog and a slow disk do not delay them. */
export function serveCatalog(port: MessagePort): void {
  let reader: CatalogReader | undefined;
  let reading: ReturnType<CatalogSource['read']> | undefined;
  const service: CatalogService = {
    open(folder, options) {
      reader = new CatalogReader(folder, options);
    },
    start(depth) {
      reading = reader?.read(depth);
    },
    prefer(file) {
      reader?.prefer(file);
    },
    async next() {
      try {
        const step = await reading?.next();
        if (step === undefined) throw new Error('No read of the catalog has begun.');
        return step.done === true ? { kind: 'end', summary: step.value } : { kind: 'videos', videos: step.value };
      } catch (error) {
        if (!(error instanceof CatalogUnusable)) throw error;
        return { kind: 'unusable', message: error.message, problem: error.problem };
      }
    },
  };

  expose(service, nodeEndpoint(port));
}
