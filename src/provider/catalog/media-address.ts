import { unescapePath } from '../files/contained-path.ts';

/** A reference of a catalog file as the address a page asks for: its own, or below `/media/`. */
export function mediaAddress(reference: string): string {
  return isAbsolute(reference) ? reference : `/media/${mediaPath(reference)}`;
}

/** The file below `media/` that an address of ours names; `undefined` for one elsewhere. */
export function mediaReference(address: string): string | undefined {
  return address.startsWith('/media/') ? unescapePath(address.slice('/media/'.length)) : undefined;
}

/** A file below `media/` as a path of an address. */
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
