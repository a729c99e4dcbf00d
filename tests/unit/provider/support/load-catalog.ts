import { CatalogState } from '../../../../src/provider/catalog/catalog-state.ts';
import type { Catalog } from '../../../../src/provider/catalog/catalog.ts';
import { CatalogReader, type CatalogOptions } from '../../../../src/provider/catalog/loading/catalog-reader.ts';

export const EVERYTHING = { sideFilesMax: Number.POSITIVE_INFINITY };

/** Reads a catalog with all its files once. */
export function loadCatalog(folder: string, options?: CatalogOptions): Promise<Catalog> {
  return new CatalogState().read(new CatalogReader(folder, options), EVERYTHING);
}
