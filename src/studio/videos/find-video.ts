import type { VideoFile } from '../../provider/catalog/catalog-schema.ts';
import type { CatalogFile, CatalogFiles } from './catalog-files.ts';
import { CommandFault } from './command-fault.ts';

export function findVideo(catalog: CatalogFiles, id: string): CatalogFile<VideoFile> {
  const video = catalog.videos.find(({ value }) => value.id === id);
  if (video === undefined) throw noSuchVideo(catalog, id);
  return video;
}

export function noSuchVideo({ broken }: CatalogFiles, id: string): CommandFault {
  const unread = broken.length === 0 ? '' : ` Not read: ${broken.join('; ')}`;
  return new CommandFault(`There is no video ${id}. npm run videos lists them.${unread}`);
}
