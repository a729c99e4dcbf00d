/**
 * Adds a start before the end of the stream to a multivariant playlist: the only way to name a position for hls.js in a live
 * stream, whose times are unknown before it is open. Other playlists are returned unchanged.
 */
export function startBehind(text: string, secondsBehindEdge: number): string {
  if (!text.includes('#EXT-X-STREAM-INF')) return text;
  return `${text.trimEnd()}\n#EXT-X-START:TIME-OFFSET=-${secondsBehindEdge.toFixed(3)}\n`;
}
