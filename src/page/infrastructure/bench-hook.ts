import { DESCRIBED_VALUE_MAX_CHARACTERS } from '../../../protocol/constants.ts';
import { THREAD_NAMES } from '../../../protocol/threads/thread-names.ts';
import { spansOf, type Span } from '../../../protocol/recording/thread-spans.ts';
import type { PageSpans } from '../profiling/page-spans.ts';
import type { Infrastructure } from './infrastructure.ts';

/** Interface of measurements, as a global of the page. */
export interface BenchHook {
  readonly ready: Promise<void>;
  /** Logs `count` events of about 400 bytes, each with the text `prefix-i`; `pad` adds so many bytes to each. */
  logEvents(count: number, prefix?: string, options?: { readonly pad?: number }): void;
  /** Sends all queued events; returns the events and body bytes that were sent. */
  flush(): Promise<{ readonly sent: number; readonly bytes: number }>;
  /** Spans of all threads. */
  readSpans(): Promise<readonly Span[]>;
  /** Milliseconds for beginning and ending `count` spans. */
  timeSpans(count: number): number;
  /** From now on main records nothing. */
  stopRecording(): void;
}

declare global {
  interface Window {
    __bench?: BenchHook;
  }
}

/** Characters of the note in an event, which then has about 400 bytes with its envelope. */
const NOTE_CHARACTERS = 96;

/** Installs the hook, only for a server that runs with `ORIEL_BENCH=1`; returns a function that removes it. */
export function installBenchHook(
  scope: { __bench?: BenchHook },
  infrastructure: Infrastructure,
  spans: PageSpans,
): () => void {
  scope.__bench = {
    ready: infrastructure.ready.then(() => undefined),
    logEvents(count, prefix = 'bench', { pad = 0 } = {}) {
      const notes = makeNotes(NOTE_CHARACTERS + pad);
      for (let index = 0; index < count; index += 1) {
        infrastructure.log('latencyAction', {
          action: 'bench',
          ticks: { requested: 12.5, firstFrame: 345.25 },
          spans: { load: 332.75 },
          infos: { marker: `${prefix}-${index}`, ...notes },
        });
      }
    },
    async flush() {
      const flushed = await infrastructure.flush();
      return flushed.ok ? { sent: flushed.value.sentEvents, bytes: flushed.value.sentBytes } : { sent: 0, bytes: 0 };
    },
    readSpans: async () => (await spans.read(THREAD_NAMES)).flatMap(spansOf),
    timeSpans(count) {
      const { ring } = spans;
      const startMs = ring.now();
      for (let index = 0; index < count; index += 1) ring.end(ring.begin('update'));
      return ring.now() - startMs;
    },
    stopRecording: () => void Object.assign(spans.ring, { add() {}, begin: () => 0, end() {}, endFlow() {} }),
  };
  return () => delete scope.__bench;
}

function makeNotes(characters: number): Record<string, string> {
  const notes: Record<string, string> = {};
  for (let left = characters, number = 0; left > 0; left -= DESCRIBED_VALUE_MAX_CHARACTERS, number += 1) {
    notes[`note${number}`] = 'x'.repeat(Math.min(left, DESCRIBED_VALUE_MAX_CHARACTERS));
  }
  return notes;
}
