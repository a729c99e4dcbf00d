/**
 * Address of a video that starts at a position, as a media fragment: WebKitGTK ignores a `currentTime` that is set before
 * the metadata has loaded.
 */
export function addressAt(url: string, seconds: number): string {
  return seconds > 0 ? `${url}#t=${seconds}` : url;
}
