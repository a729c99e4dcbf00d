import { refuse, type Accepted } from '../../provider/http/refusal.ts';
import { systemFault } from '../../provider/files/system-fault.ts';
import { changeCatalog, finishChange } from './catalog-change.ts';
import { readCatalogFiles } from './catalog-files.ts';
import { CommandFault } from './command-fault.ts';
import { editVideo } from './edit-video.ts';
import { findVideo } from './find-video.ts';
import type { WorkQueue } from './work-queue.ts';

interface CatalogListingOptions {
  readonly catalogFolder: string;
  readonly processId: number;
  /** Queue that this page shares with other pages that change the catalog. */
  readonly changes: WorkQueue;
  /** Reports a change; resolves once the server has applied it. */
  readonly onChanged: () => Promise<void>;
}

/** Lists and unlists videos of a running server, as `npm run videos` does; changes run one after the other. */
export class CatalogListing {
  readonly #options: CatalogListingOptions;

  constructor(options: CatalogListingOptions) {
    this.#options = options;
  }

  setListed(videoId: string, isListed: boolean): Promise<Accepted<void>> {
    return this.#options.changes.add(() => this.#change(videoId, isListed));
  }

  async #change(videoId: string, isListed: boolean): Promise<Accepted<void>> {
    const { catalogFolder, processId, onChanged } = this.#options;
    try {
      await finishChange(catalogFolder, processId);
      const video = findVideo(await readCatalogFiles(catalogFolder), videoId);
      await changeCatalog(catalogFolder, editVideo(video, { isListed }), processId);
    } catch (error) {
      if (error instanceof CommandFault) return refuse(400, error.message);
      const fault = systemFault(error, 'the catalog');
      if (fault === undefined) throw error;
      return refuse(503, `${fault.what}. ${fault.remedy}, and try again.`);
    }
    await onChanged();
    return { ok: true, value: undefined };
  }
}
