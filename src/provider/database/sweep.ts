import type { Clock } from '../../../protocol/clock.ts';
import { PROVIDER } from '../../../protocol/constants.ts';
import type { EventStore } from './event-store.ts';

/** Deletes what has outlived its use, once an hour. The returned function ends it. */
export function startSweeping(events: EventStore, clock: Clock): () => void {
  let cancel = (): void => undefined;
  const wait = (): void => {
    cancel = clock.after(PROVIDER.retentionSweepIntervalMs, () => {
      void events
        .sweep(clock.now() - PROVIDER.eventRetentionMs, PROVIDER.batchRowsMax)
        /** A busy database is swept an hour later. */
        .catch(() => undefined)
        .then(wait);
    });
  };
  wait();
  return () => cancel();
}
