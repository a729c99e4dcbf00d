import { mediaTarget } from '../catalog/media-target.ts';
import { mediaPath } from '../catalog/media-address.ts';
import { unescapePath } from '../files/contained-path.ts';
import type { FileFolder, ServedFile } from '../files/file-folder.ts';
import { isFinished } from '../streams/media-playlist.ts';
import { isMultivariant, renditionsIn } from '../streams/multivariant-playlist.ts';

/** A larger playlist counts as changing, which costs a request and is never wrong. */
const READ_MAX_BYTES = 8_388_608;

/**
 * Whether a playlist will never change: a media playlist with its end, or a multivariant playlist that names only such.
 * `path` is its request path, below `/media/`.
 */
export async function isFinal(file: ServedFile, path: string, folder: FileFolder): Promise<boolean> {
  const text = await textOf(file);
  if (text === undefined) return false;
  if (!isMultivariant(text)) return isFinished(text);
  for (const { uri } of renditionsIn(text)) {
    const target = mediaTarget(unescapePath(path), uri);
    if (target.kind !== 'file') return false;
    const rendition = await folder.find(mediaPath(target.reference));
    const renditionText = rendition && (await textOf(rendition));
    if (renditionText === undefined || !isFinished(renditionText)) return false;
  }
  return true;
}

async function textOf(file: ServedFile): Promise<string | undefined> {
  return file.sizeBytes > READ_MAX_BYTES ? undefined : new TextDecoder().decode(await file.bytes());
}
