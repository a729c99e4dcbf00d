import type { ThreadName } from './error-record.ts';
import { INFRASTRUCTURE_WORKER, MEDIA_WORKER } from './worker-names.ts';

/** Names of the threads in the profiler panel, its tracks and reports. */
export const LANE_NAMES: Readonly<Record<ThreadName, string>> = {
  main: 'oriel-main',
  infrastructure: INFRASTRUCTURE_WORKER,
  media: MEDIA_WORKER,
};
