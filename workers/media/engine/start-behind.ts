/**
 * A multivariant playlist that begins before the end of its stream, as hls.js understands it: the only way to name a place in a
 * live stream, whose times are not known before it is open. Other playlists stay as they are.
 */
export function startBehind(text: string, secondsBehindEdge: number): string {
  if (!text.includes('#EXT-X-STREAM-INF')) return text;
  return `${text.trimEnd()}\n#EXT-X-START:TIME-OFFSET=-${secondsBehindEdge.toFixed(3)}\n`;
}
