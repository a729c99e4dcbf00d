import { mediaAddress } from '../media-address.ts';
import { besides } from './side-files.ts';

/** Past this the page would grow more than the saved requests are worth. */
const INLINE_MAX_CHARACTERS = 65_536;

/**
 * A multivariant playlist with the playlists of its video and audio renditions, by address, for the page to carry: the
 * first frame then needs no request for them (design.md 6). Subtitles are left out, nobody waits for them.
 */
export async function inlinePlaylists(
  reference: string,
  readText: (reference: string) => Promise<string>,
): Promise<Record<string, string> | undefined> {
  const master = await readText(reference);
  const playlists: Record<string, string> = { [mediaAddress(reference)]: master };
  for (const rendition of renditionsOf(master)) {
    const path = besides(reference, rendition);
    playlists[mediaAddress(path)] = await readText(path);
  }
  const characters = Object.values(playlists).reduce((sum, text) => sum + text.length, 0);
  return characters > INLINE_MAX_CHARACTERS ? undefined : playlists;
}

/** Relative addresses of the video and audio playlists that a multivariant playlist names. */
export function renditionsOf(master: string): string[] {
  const lines = master.split(/\r?\n/);
  const variants = lines.filter(
    (line, index) => line !== '' && !line.startsWith('#') && lines[index - 1]?.startsWith('#EXT-X-STREAM-INF'),
  );
  const audio = lines.flatMap((line) => /^#EXT-X-MEDIA:TYPE=AUDIO.*?\bURI="([^"]+)"/.exec(line)?.[1] ?? []);
  return [...new Set([...variants, ...audio])].filter((address) => !/^[a-z]+:/i.test(address));
}
