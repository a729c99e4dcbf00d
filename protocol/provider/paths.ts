/** Paths of the provider's calls; apart from their schemas, because main needs one to send a last beacon. */

/** N3: the path of a call. `override` is the `apiUrl` of command metadata. */
export function endpointPath(path: string, override?: string): string {
  return override ?? `/youtubei/v1/${path}`;
}

/** N4, N5 */
export function logPath(endpoint: 'log_event' | 'video_stats', apiVersion: string, apiKey: string): string {
  return `/youtubei/${encodeURIComponent(apiVersion)}/${endpoint}?alt=json&key=${encodeURIComponent(apiKey)}`;
}

/** Ours: what a page that was served as a plain file asks first. Answers a `PageConfig`. */
export function pageConfigPath(videoId: string, embedder?: string): string {
  const asked = `/youtubei/v1/page_config?video_id=${encodeURIComponent(videoId)}`;
  return embedder === undefined ? asked : `${asked}&${EMBEDDER_PARAMETER}=${encodeURIComponent(embedder)}`;
}

/** Origin of the page that embeds the one that asks; `null` for one that does not show itself. */
export const EMBEDDER_PARAMETER = 'embedder';

/** Of an address, so that a provider of another origin has no header more to allow. Absent: the first attempt. */
export const RETRY_PARAMETER = 'retry';

/** N4, N5: tells the provider that these bytes have been on their way before. */
export function withRetryCount(address: string, retryCount: number): string {
  if (retryCount === 0) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${RETRY_PARAMETER}=${retryCount}`;
}
