import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type * as z from 'zod/mini';
import { fail, succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import { PlaylistFile, VideoFile } from '../../provider/catalog/catalog-schema.ts';
import { DESCRIPTION_MAX_BYTES, readDescription } from '../../provider/catalog/loading/description.ts';
import { explainReadError, readRegularText } from '../../provider/files/regular-file.ts';

/** A description file with its text and its parsed value. */
export interface CatalogFile<Value> {
  /** Path below the catalog, such as `videos/film.json`. */
  readonly file: string;
  readonly text: string;
  readonly value: Value;
}

export interface CatalogFiles {
  readonly videos: readonly CatalogFile<VideoFile>[];
  readonly playlists: readonly CatalogFile<PlaylistFile>[];
  /** Unreadable files, each with the reason. */
  readonly broken: readonly string[];
}

/** Reads the descriptions of a catalog, ordered by file name. A missing folder counts as empty. */
export async function readCatalogFiles(catalogFolder: string): Promise<CatalogFiles> {
  const broken: string[] = [];
  const videos = await readFolder(catalogFolder, 'videos', VideoFile, broken);
  const playlists = await readFolder(catalogFolder, 'playlists', PlaylistFile, broken);
  return { videos, playlists, broken };
}

/** Descriptions of other videos that suggest this video. */
export function suggestersOf({ videos }: CatalogFiles, video: CatalogFile<VideoFile>): CatalogFile<VideoFile>[] {
  return videos.filter((other) => other !== video && other.value.related?.includes(video.value.id));
}

async function readFolder<Value>(
  catalogFolder: string,
  name: string,
  schema: z.ZodMiniType<Value>,
  broken: string[],
): Promise<CatalogFile<Value>[]> {
  const found: CatalogFile<Value>[] = [];
  for (const fileName of (await readdir(join(catalogFolder, name)).catch(() => [])).toSorted()) {
    if (!fileName.endsWith('.json') || fileName.startsWith('.')) continue;
    const file = `${name}/${fileName}`;
    const text = readText(join(catalogFolder, file));
    const description = text.ok
      ? readDescription(file, text.value, schema)
      : fail(text.code, `${file}: ${text.message}`);
    if (text.ok && description.ok) found.push({ file, text: text.value, value: description.value.value });
    else if (!description.ok) broken.push(description.message);
  }
  return found;
}

function readText(path: string): Outcome<string> {
  try {
    return succeed(readRegularText(path, DESCRIPTION_MAX_BYTES));
  } catch (error) {
    return fail('edge.invalid', explainReadError(error));
  }
}
