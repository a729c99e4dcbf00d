import type { SpanName } from '../../../protocol/profiling/span-names.ts';
import type { SpanRing } from '../../../protocol/runtime/profiling/span-ring.ts';
import type { Player } from '../player/player.ts';

/** Inputs that take less are not worth a row. */
const SLOW_INPUT_MS = 40;

/** Names of spans for the entries of main that only the browser can measure, and some browsers do not. */
const ENTRY_SPANS: Readonly<Record<string, SpanName>> = { 'long-animation-frame': 'long frame', event: 'input' };

interface TimedEntry extends PerformanceEntry {
  readonly blockingDuration?: number;
  readonly processingStart?: number;
  readonly processingEnd?: number;
}

/** Records long frames, slow inputs, stalls and updates of the player, for the life of the page. */
export function watchMain(spans: SpanRing, player: Pick<Player, 'subscribe' | 'getSnapshot'>): void {
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as TimedEntry[]) {
      const { entryType, startTime, duration, blockingDuration, processingStart = 0, processingEnd = 0 } = entry;
      const valueMs = blockingDuration ?? processingEnd - processingStart;
      spans.add(ENTRY_SPANS[entryType] as SpanName, startTime, 0, valueMs, 0, startTime + duration);
    }
  });
  // A type that the browser does not know is ignored.
  for (const type in ENTRY_SPANS)
    observer.observe({ type, buffered: true, durationThreshold: SLOW_INPUT_MS } as PerformanceObserverInit);

  let stall = 0;
  player.subscribe(() => {
    const startMs = spans.now();
    const { waiting, seeking } = player.getSnapshot();
    if (waiting && !seeking) stall ||= spans.begin('stall', startMs);
    else if (stall !== 0) {
      spans.end(stall);
      stall = 0;
    }
    // React renders in a microtask that listeners after this one cause.
    queueMicrotask(() => queueMicrotask(() => noteUpdate(startMs)));
  });
  function noteUpdate(startMs: number): void {
    const endMs = spans.now();
    if (endMs > startMs) spans.add('update', startMs, 0, 0, 0, endMs);
  }
}
