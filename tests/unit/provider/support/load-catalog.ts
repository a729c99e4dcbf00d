import type { Catalog } from '../../../../src/provider/catalog/catalog.ts';
import { CatalogReader, type CatalogOptions } from '../../../../src/provider/catalog/loading/catalog-reader.ts';

/** A catalog read once. */
export function loadCatalog(folder: string, options?: CatalogOptions): Promise<Catalog> {
  return new CatalogReader(folder, options).read();
}
