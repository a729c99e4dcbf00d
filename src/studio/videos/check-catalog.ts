import { join } from 'node:path';
import { VideoId } from '../../../protocol/identifiers.ts';
import type { VideoFile } from '../../provider/catalog/catalog-schema.ts';
import type { CatalogFile, CatalogFiles } from './catalog-files.ts';
import { checkVideo } from '../checking/check-video.ts';
import type { Finding } from '../checking/findings.ts';
import { MediaReader } from '../checking/media-reader.ts';

/** A finding in a video, or, with `null`, in the catalog. */
export type CatalogFinding = Omit<Finding, 'videoId'> & { readonly videoId: string | null };

export interface CheckOptions {
  readonly catalogFolder: string;
  readonly followLinks: boolean;
  readonly catalog: CatalogFiles;
  readonly chosen: readonly CatalogFile<VideoFile>[];
  /** Whether the whole catalog is checked, not a selection. */
  readonly isWhole: boolean;
}

export async function checkCatalog(options: CheckOptions): Promise<CatalogFinding[]> {
  const { catalogFolder, followLinks, catalog, chosen, isWhole } = options;
  const findings: CatalogFinding[] = isWhole ? catalogFindings(catalog) : [];
  for (const { file, value } of chosen)
    findings.push(...(await checkVideo(file, value, new MediaReader(join(catalogFolder, 'media'), followLinks))));
  return findings;
}

function catalogFindings({ videos, playlists, broken }: CatalogFiles): CatalogFinding[] {
  const known = new Map<string, string>();
  const found = broken.map((message): CatalogFinding => {
    const at = message.indexOf(': ');
    return { videoId: null, file: message.slice(0, at), text: message.slice(at + 2) };
  });
  for (const { file, value } of videos) {
    const holder = known.get(value.id);
    if (holder === undefined) known.set(value.id, file);
    else found.push({ videoId: null, file, text: `${value.id} is taken by ${holder}. Give it another id` });
  }
  const naming = [
    // A malformed id is reported with its video already.
    ...videos.map(({ file, value: { related = [] } }) => ({ file, videoIds: related.filter(isVideoId) })),
    ...playlists.map(({ file, value: { videoIds } }) => ({ file, videoIds })),
  ];
  for (const { file, videoIds } of naming)
    for (const id of videoIds)
      if (!known.has(id)) found.push({ videoId: null, file, text: `no such video: ${id}. Take it out` });
  return found;
}

const isVideoId = (text: string): boolean => VideoId.safeParse(text).success;
