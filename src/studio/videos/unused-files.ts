import { join } from 'node:path';
import type { VideoFile } from '../../provider/catalog/catalog-schema.ts';
import { openMediaFolder } from '../../provider/catalog/loading/media-folder.ts';
import type { CatalogFile, CatalogFiles } from './catalog-files.ts';
import { filesOf } from './video-files.ts';

/** Every file below `media/` that these videos use. Links out of the folder are followed here, but never for a removal. */
export async function filesUsedBy(videos: readonly VideoFile[], catalogFolder: string): Promise<Set<string>> {
  const media = openMediaFolder(join(catalogFolder, 'media'), { followLinks: true });
  const used = new Set<string>();
  for (const video of videos) for (const file of await filesOf(video, media)) used.add(file);
  return used;
}

/** Files of a video that no video uses once it is `changed`. While any description cannot be read, no file counts as unused. */
export async function filesFreedBy(
  catalogFolder: string,
  { videos, broken }: CatalogFiles,
  video: CatalogFile<VideoFile>,
  changed: VideoFile,
): Promise<string[]> {
  if (broken.length > 0) return [];
  const others = videos.filter((other) => other !== video).map(({ value }) => value);
  const used = await filesUsedBy([...others, changed], catalogFolder);
  return [...(await filesUsedBy([video.value], catalogFolder))].filter((file) => !used.has(file));
}
