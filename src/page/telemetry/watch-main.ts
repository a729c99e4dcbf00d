import type { Player } from '../player/player.ts';
import { interactionsOf, type EventEntry } from './interactions.ts';
import { recordInput, type MainSpans } from './record-input.ts';

/** The smallest `durationThreshold` that browsers accept: shorter events are not reported. */
const INPUT_MIN_MS = 16;

interface FrameEntry extends PerformanceEntry {
  readonly blockingDuration: number;
}

/** Records long frames, interactions, stalls and updates of the player, until the page unloads. */
export function watchMain(page: MainSpans, player: Pick<Player, 'subscribe' | 'getSnapshot'>): void {
  const spans = page.ring;
  observe<FrameEntry>('long-animation-frame', (entries) => {
    for (const { startTime, duration, blockingDuration } of entries)
      spans.add('long frame', startTime, 0, blockingDuration, 0, startTime + duration);
  });
  observe<EventEntry>('event', (entries) => {
    for (const { startMs, endMs, input } of interactionsOf(entries)) recordInput(page, startMs, endMs, input);
  });

  let stall = 0;
  player.subscribe(() => {
    const startMs = spans.now();
    const { waiting, seeking } = player.getSnapshot();
    if (waiting && !seeking) stall ||= spans.begin('stall', startMs);
    else if (stall !== 0) {
      spans.end(stall);
      stall = 0;
    }
    // React renders in a microtask that later listeners cause.
    queueMicrotask(() => queueMicrotask(() => noteUpdate(startMs)));
  });
  function noteUpdate(startMs: number): void {
    const endMs = spans.now();
    if (endMs > startMs) spans.add('update', startMs, 0, 0, 0, endMs);
  }
}

/** Observes entries that only the browser can measure. A type that the browser does not support is ignored. */
function observe<Entry extends PerformanceEntry>(type: string, take: (entries: readonly Entry[]) => void): void {
  const observer = new PerformanceObserver((list) => take(list.getEntries() as Entry[]));
  observer.observe({ type, buffered: true, durationThreshold: INPUT_MIN_MS } as PerformanceObserverInit);
}
