import type { Catalog } from './catalog.ts';

/** A value derived from a catalog, recomputed only after the catalog has changed. */
export function derivedFrom<T>(catalog: Catalog, derive: (catalog: Catalog) => T): () => T {
  let made: { readonly videos: unknown; readonly site: unknown; readonly value: T } | undefined;
  return () => {
    const { videos, site } = catalog;
    if (made?.videos !== videos || made.site !== site) made = { videos, site, value: derive(catalog) };
    return made.value;
  };
}
