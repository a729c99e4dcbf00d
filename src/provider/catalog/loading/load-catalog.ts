import type { Catalog } from '../catalog.ts';
import { CatalogReader, type CatalogOptions } from './catalog-reader.ts';

/** A catalog read once. */
export function loadCatalog(folder: string, options?: CatalogOptions): Promise<Catalog> {
  return new CatalogReader(folder, options).read();
}
