import type { LoadHistory } from './load-history.ts';
import type { Metrics } from './metrics.ts';
import { isRoutine } from './routine-ends.ts';

/** Requests of operators and of monitoring: an operator's page sends two requests a second, which are no load of viewers. */
const NOT_OF_VIEWERS = /^\/(?:provider|healthz|readyz|metrics)/;

/** @param path Path of a request, or its kind. */
export function isOfViewers(path: string): boolean {
  return !NOT_OF_VIEWERS.test(path);
}

/** Metrics that are counted into the curves of the operator's page as well. */
export function countLoad(metrics: Metrics, load: LoadHistory): Metrics {
  return {
    ...metrics,
    request(method, kind, status, durationMs) {
      metrics.request(method, kind, status, durationMs);
      if (isOfViewers(kind)) load.request(durationMs);
    },
    newcomer(waitMs) {
      metrics.newcomer(waitMs);
      load.newcomer(waitMs);
    },
    events(stored) {
      metrics.events(stored);
      load.add('events', stored.accepted);
    },
    refusal(limit) {
      metrics.refusal(limit);
      if (!isRoutine(limit)) load.add('refused', 1);
    },
  };
}
