import type { Span } from '../../protocol/recording/thread-spans.ts';

/** Number of remembered flows: a minute of reads and writes of tracks, several times over. */
const FLOWS_MAX = 4_000;

/**
 * Recognises the calls that profilers make, with the work of their messages on both threads. They would hide other work, and the
 * panel shows their cost separately.
 */
export class OwnCalls {
  readonly #flows = new Set<number>();

  /** Notes spans of one read; spans of a call and of its messages may arrive in different reads. */
  note(spans: readonly Span[]): void {
    for (const { name, flow } of spans) if (flow !== 0 && isProfilerCall(name)) this.#flows.add(flow);
    for (const flow of this.#flows) {
      if (this.#flows.size <= FLOWS_MAX) return;
      this.#flows.delete(flow);
    }
  }

  has = ({ name, flow }: Span): boolean => isProfilerCall(name) || (flow !== 0 && this.#flows.has(flow));
}

/** Whether the call reads spans, or writes tracks for developer tools. */
function isProfilerCall(name: string): boolean {
  return name.endsWith('.readSpans') || name.endsWith('.writeTracks');
}
