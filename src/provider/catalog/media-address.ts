import { unescapePath } from '../files/contained-path.ts';

/** The address that a page requests for a reference of a catalog file: external, or below `/media/`. */
export function mediaAddress(reference: string): string {
  return isAbsolute(reference) ? reference : `/media/${mediaPath(reference)}`;
}

/** The file below `media/` that one of our addresses names; `undefined` for an external one. */
export function mediaReference(address: string): string | undefined {
  return address.startsWith('/media/') ? unescapePath(address.slice('/media/'.length)) : undefined;
}

/** The path of an address for a file below `media/`. */
export function mediaPath(reference: string): string {
  return reference.split('/').map(encodeURIComponent).join('/');
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
