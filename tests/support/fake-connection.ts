import type { Clock } from '../../protocol/runtime/clock.ts';
import { Connection } from '../../src/page/player/connection/connection.ts';
import { createFakeClock } from './fake-clock.ts';

/** The page's connection with a fake `navigator.onLine`, which a test may set. */
export function createFakeConnection(clock: Clock = createFakeClock(), navigator = { onLine: true }): Connection {
  return new Connection({
    window: Object.assign(new EventTarget(), { navigator: navigator as Navigator }),
    clock,
    reportError(error) {
      throw error;
    },
  });
}
