import type { CatalogSummary, VideoBatch } from '../catalog-source.ts';
import type { CatalogOptions } from '../loading/catalog-reader.ts';
import type { ReadDepth } from '../loading/description-folder.ts';

/** The interface between the thread that serves requests and the thread that reads the catalog: plain data both ways. */
export interface CatalogService {
  open(folder: string, options: CatalogOptions): void;
  /** Begins a read. */
  start(depth: ReadDepth): void;
  prefer(file: string): void;
  /** Returns the next batch of the read, or its end. Batches are pulled, so that their number in flight is bounded. */
  next(): Promise<CatalogStep>;
}

export type CatalogStep =
  | { readonly kind: 'videos'; readonly videos: VideoBatch }
  | { readonly kind: 'end'; readonly summary: CatalogSummary | undefined }
  /** Both messages of `CatalogUnusable`: an error that crosses threads keeps only `message`. */
  | { readonly kind: 'unusable'; readonly message: string; readonly problem: string };
