import { unescapePath } from '../files/contained-path.ts';

/** The address that a page requests for a reference of a catalog file: external, or below `/media/`. */
export function mediaAddress(reference: string): string {
  return isAbsolute(reference) ? reference : `/media/${mediaPath(reference)}`;
}

/** The file below `media/` that an address of this provider names; `undefined` for an external address. */
export function mediaReference(address: string): string | undefined {
  return address.startsWith('/media/') ? unescapePath(readVersion(address.slice('/media/'.length)).path) : undefined;
}

/** The path of an address for a file below `media/`. */
export function mediaPath(reference: string): string {
  return reference.split('/').map(encodeURIComponent).join('/');
}

/** Version of a video's files: the newest time, and a digest that tells apart states with equal times. */
const VERSION = /^@([\da-z]{1,12})-[\w-]{1,32}\/(.*)$/s;

/** An address that means the same bytes for ever: a new version of the files has another address. */
export function versionedAddress(address: string, version: string): string {
  return address.replace(/^\/media\/(?!@)/, `/media/@${version}/`);
}

/** The path below `/media/` without its version, and the newest time of the files of that version. */
export function readVersion(path: string): { readonly path: string; readonly newestMs?: number } {
  const [, newest, rest] = VERSION.exec(path) ?? [];
  return newest === undefined || rest === undefined ? { path } : { path: rest, newestMs: Number.parseInt(newest, 36) };
}

export function isAbsolute(reference: string): boolean {
  return /^https?:\/\//.test(reference);
}

/** The address of the live playlist that the provider makes for a video. */
export function liveManifestAddress(videoId: string): string {
  return `/live/${videoId}/master.m3u8`;
}

/** The address of a playlist that the live playlist names. */
export function livePlaylistAddress(videoId: string, index: number): string {
  return `/live/${videoId}/${index}.m3u8`;
}

/** Folder of a file, below `media/`; empty for a file in `media/` itself. */
export function folderOf(reference: string): string {
  return reference.slice(0, Math.max(0, reference.lastIndexOf('/')));
}
