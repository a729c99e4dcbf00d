import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PlaylistFile, VideoFile } from '../catalog-schema.ts';
import type { Catalog, Playlist, Video } from '../catalog.ts';
import { readJsonFolder } from './json-folder.ts';
import { isAbsolute } from '../media-address.ts';
import { resolveVideo, type MediaFolder } from './resolve-video.ts';
import { readSiteSettings } from './site-file.ts';

/**
 * Reads a catalog folder: `videos/*.json`, `playlists/*.json`, `site.json` and the files below `media/` that they
 * name. Nothing in it can stop the provider from starting: what is wrong is skipped and said.
 */
export async function loadCatalog(folder: string): Promise<Catalog> {
  const media = mediaFolder(join(folder, 'media'));
  const site = await readSiteSettings(folder);
  const videoFiles = await readJsonFolder(folder, 'videos', VideoFile);
  const playlistFiles = await readJsonFolder(folder, 'playlists', PlaylistFile);
  const problems = [...site.problems, ...videoFiles.problems, ...playlistFiles.problems];
  const videos = new Map<string, Video>();

  for (const { file, value } of videoFiles.entries) {
    const video = videos.has(value.id) ? `id: ${value.id} is taken by another file` : await resolveVideo(value, media);
    if (typeof video === 'string') problems.push(`${file}: ${video}`);
    else videos.set(value.id, video);
  }
  return {
    videos,
    site: site.value,
    problems,
    playlists: knownPlaylists(playlistFiles.entries, videos, problems),
  };
}

/** Entries that name no video are left out and said; a playlist without any is skipped. */
function knownPlaylists(
  entries: readonly { file: string; value: PlaylistFile }[],
  videos: ReadonlyMap<string, Video>,
  problems: string[],
): Map<string, Playlist> {
  const playlists = new Map<string, Playlist>();
  for (const { file, value } of entries) {
    const unknown = value.videoIds.filter((id) => !videos.has(id));
    if (unknown.length > 0) problems.push(`${file}: videoIds: no such video: ${unknown.join(', ')}`);
    const videoIds = value.videoIds.filter((id) => videos.has(id));
    if (videoIds.length > 0) playlists.set(value.id, { ...value, videoIds });
  }
  return playlists;
}

function mediaFolder(folder: string): MediaFolder {
  return {
    has: (reference) =>
      isAbsolute(reference)
        ? Promise.resolve(true)
        : access(join(folder, reference)).then(
            () => true,
            () => false,
          ),
    readText: (reference) =>
      readFile(join(folder, reference), 'utf8').catch(() => {
        throw new Error(`no such file: media/${reference}`);
      }),
    readBytes: (reference) => readFile(join(folder, reference)),
  };
}
