import { createTrackWriter } from '../../../protocol/runtime/profiling/track-writer.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { PageSpans } from './page-spans.ts';

/** Between two writes: a recording that ends shows all but the last of it. Our choice. */
const WRITE_INTERVAL_MS = 250;

/** `?profile=1`: tracks of every thread in the Performance panel of developer tools. For the life of the page. */
export function showTracks(spans: PageSpans, clock: Clock): void {
  const writeMain = createTrackWriter(spans.ring, performance);
  const write = (): void => {
    writeMain();
    spans.writeWorkerTracks();
    clock.after(WRITE_INTERVAL_MS, write);
  };
  write();
}
