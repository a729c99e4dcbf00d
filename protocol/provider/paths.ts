/** Paths of the provider's calls; separate from their schemas, because main needs the path of the unload beacon. */

/** The path of a call (N3). `override` is the `apiUrl` of command metadata. */
export function endpointPath(path: string, override?: string): string {
  return override ?? `/youtubei/v1/${path}`;
}

/** Path for batches of events (N4), and for batches of playback events (N5). */
export function logPath(endpoint: 'log_event' | 'video_stats', apiVersion: string, apiKey: string): string {
  return `/youtubei/${encodeURIComponent(apiVersion)}/${endpoint}?alt=json&key=${encodeURIComponent(apiKey)}`;
}

/**
 * Extension: the first request of a page that was served as a plain file. Returns a `PageConfig`. Its query is the query of the page's
 * address, which the server reads where it renders the page, with the names from the page's path.
 */
export const PAGE_CONFIG_PATH = '/youtubei/v1/page_config';
export const PAGE_NAME_PARAMETER = 'video_id';

/**
 * Extension: the events that have arrived. A page that unloads sends its events by beacon, without a response; the next page requests
 * this path before it sends the same events again. Sequences are repeated parameters: `sequence=<id>.<first>-<last>`.
 */
export const RECEIVED_EVENTS_PATH = '/youtubei/v1/received_events';
export const SEQUENCE_PARAMETER = 'sequence';

/** Origin of the page that embeds the calling page; `null` for a hidden origin. */
export const EMBEDDER_PARAMETER = 'embedder';

/** Number of the attempt, in the query: a provider of another origin would have to allow a header. Absent: the first attempt. */
export const RETRY_PARAMETER = 'retry';

/** Marks the request as a retry of the same bytes (N4, N5). */
export function withRetryCount(address: string, retryCount: number): string {
  if (retryCount === 0) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${RETRY_PARAMETER}=${retryCount}`;
}

/**
 * Extension: licenses of protected videos by way of the provider; the response about the video has the address. A `POST`
 * passes on the unchanged request of the key system, a `GET` returns the certificate of the license server.
 */
export const LICENSE_PATH = '/youtubei/v1/player/license';
export const LICENSE_TOKEN_PARAMETER = 'token';
