import { unescapePath } from '../files/contained-path.ts';

/** The address that a page requests for a reference of a catalog file: external, or below `/media/`. */
export function mediaAddress(reference: string): string {
  return isAbsolute(reference) ? reference : `/media/${mediaPath(reference)}`;
}

/** The file below `media/` that one of our addresses names; `undefined` for an external one. */
export function mediaReference(address: string): string | undefined {
  return address.startsWith('/media/') ? unescapePath(readVersion(address.slice('/media/'.length)).path) : undefined;
}

/** The path of an address for a file below `media/`. */
export function mediaPath(reference: string): string {
  return reference.split('/').map(encodeURIComponent).join('/');
}

/** Files as they were when a video was read: its newest time, and what tells two states of one time apart. */
const VERSION = /^@([\da-z]{1,12})-[\w-]{1,32}\/(.*)$/s;

/** An address that means the same bytes for ever: a new version of the files is at another one. */
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

/** The address of one of the playlists that it names. */
export function livePlaylistAddress(videoId: string, index: number): string {
  return `/live/${videoId}/${index}.m3u8`;
}

/** Folder below `media/` of a file there; empty for `media/` itself. */
export function folderOf(reference: string): string {
  return reference.slice(0, Math.max(0, reference.lastIndexOf('/')));
}
