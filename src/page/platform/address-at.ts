/**
 * The address of a video from a position on, as a media fragment. An element that is told its position before its metadata
 * has loaded does not move in WebKitGTK.
 */
export function addressAt(url: string, seconds: number): string {
  return seconds > 0 ? `${url}#t=${seconds}` : url;
}
