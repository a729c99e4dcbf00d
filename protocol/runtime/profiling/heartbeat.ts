import type { SpanRing } from './span-ring.ts';

/** Interval at which a watched thread measures the lateness of its timer: people do not notice delays below a tenth of a second. */
export const HEARTBEAT_INTERVAL_MS = 100;
/** Timers are late by a few milliseconds on an idle thread, too. */
export const LAG_MIN_MS = 4;

type After = (delayMs: number, task: () => void) => () => void;

/**
 * Records a `lag` whenever a timer fires late: in a worker the only sign of a task that nothing else records. The returned
 * function ends it.
 */
export function beat(spans: SpanRing, after: After, isWatched: () => boolean = () => true): () => void {
  let cancel = (): void => undefined;
  const next = (): void => {
    const dueMs = spans.now() + HEARTBEAT_INTERVAL_MS;
    cancel = after(HEARTBEAT_INTERVAL_MS, () => {
      const nowMs = spans.now();
      if (nowMs - dueMs >= LAG_MIN_MS) spans.add('lag', dueMs, 0, 0, 0, nowMs);
      if (isWatched()) next();
    });
  };
  next();
  return () => cancel();
}
