/** Purpose of a request, by its path; limits and the order of service depend on it. */
export type PathKind = 'pages' | 'calls' | 'files' | 'logs';

const FILES = /^\/(?:media|assets|live)\//;
const LOGS = /^\/(?:youtubei\/[^/]+\/(?:log_event|video_stats)|error_204)$/;
const CALLS = /^\/(?:youtubei\/|generate_204$|pagead\/|getDatasyncIdsEndpoint$)/;
/** Monitoring is never limited. */
const UNLIMITED = /^\/(?:healthz|readyz|metrics)$/;

/** Kind of a path; `undefined` for paths that are never limited. */
export function pathKind(method: string, path: string): PathKind | undefined {
  // A failed preflight would hide from the page why its call failed.
  if (method === 'OPTIONS' || UNLIMITED.test(path)) return undefined;
  if (FILES.test(path)) return 'files';
  if (LOGS.test(path)) return 'logs';
  return CALLS.test(path) ? 'calls' : 'pages';
}
