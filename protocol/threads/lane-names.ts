import type { ThreadName } from './error-record.ts';
import { INFRASTRUCTURE_WORKER, MEDIA_WORKER } from './worker-names.ts';

/** Names of threads in panel, tracks and reports, by what works there. */
export const LANE_NAMES: Readonly<Record<ThreadName, string>> = {
  main: 'oriel-main',
  infrastructure: INFRASTRUCTURE_WORKER,
  media: MEDIA_WORKER,
};
