import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { Connection } from './connection.ts';

/** Timers for work that needs the network: they fire once the network was present for the whole delay without interruption. */
export function timeOnline(clock: Clock, connection: Pick<Connection, 'lastAwayMs'>): Pick<Clock, 'after'> {
  return {
    after(delayMs, task) {
      const check = (): void => {
        const leftMs = connection.lastAwayMs() + delayMs - clock.monotonicNow();
        if (leftMs > 0) cancel = clock.after(leftMs, check);
        else task();
      };
      let cancel = clock.after(delayMs, check);
      return () => cancel();
    },
  };
}
