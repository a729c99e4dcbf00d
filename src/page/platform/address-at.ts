/**
 * Address of a video from a position on, as a media fragment. WebKitGTK ignores a position that is set before the
 * metadata has loaded.
 */
export function addressAt(url: string, seconds: number): string {
  return seconds > 0 ? `${url}#t=${seconds}` : url;
}
