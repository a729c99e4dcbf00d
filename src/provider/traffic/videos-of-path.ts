import type { Catalog, Video } from '../catalog/catalog.ts';
import { derivedFrom } from '../catalog/derived.ts';
import { folderOf, mediaReference, readVersion } from '../catalog/media-address.ts';
import { unescapePath } from '../files/contained-path.ts';
import { TOKEN_STEP } from '../http/media-token.ts';

const PAGE = /^\/(?:embed|v|e)\/([^/]+)\/?$/;
const FILE = new RegExp(`^/(media|live)/(?:${TOKEN_STEP}/)?(.+)$`, 's');
/** Maximum number of folders of a path that are compared: clients choose how many a path has. */
const FOLDERS_MAX = 16;

/** Finds the videos that a path belongs to: usually one, and several if they have their files in the same folder. */
export function videosOfPath(catalog: Catalog): (path: string) => readonly string[] {
  const byFolder = derivedFrom(catalog, ({ videos }) => videosByFolder(videos.values()));
  return (path) => {
    const [, id] = PAGE.exec(path) ?? [];
    if (id !== undefined) return catalog.videos.has(id) ? [id] : [];
    const [, root, rest = ''] = FILE.exec(path) ?? [];
    if (root === undefined) return [];
    const steps = unescapePath(readVersion(rest).path).split('/').slice(0, FOLDERS_MAX);
    if (root === 'live') return catalog.videos.has(steps[0] ?? '') ? steps.slice(0, 1) : [];
    const folders = byFolder();
    for (let depth = steps.length - 1; depth >= 0; depth--) {
      const found = folders.get(steps.slice(0, depth).join('/'));
      if (found !== undefined) return found;
    }
    return [];
  };
}

function videosByFolder(videos: Iterable<Video>): ReadonlyMap<string, readonly string[]> {
  const byFolder = new Map<string, string[]>();
  for (const video of videos)
    for (const folder of foldersOf(video)) {
      const known = byFolder.get(folder);
      if (known === undefined) byFolder.set(folder, [video.id]);
      else known.push(video.id);
    }
  return byFolder;
}

function foldersOf({ mediaFolders, posters, captions, storyboard, sources }: Video): ReadonlySet<string> {
  const addresses = [...posters, ...captions, ...sources.progressive].map(({ url }) => url);
  const named = [...addresses, sources.hlsManifestUrl ?? '', storyboard?.url ?? ''];
  const folders = named.flatMap((address) => mediaReference(address) ?? []).map(folderOf);
  return new Set([...mediaFolders, ...folders]);
}
