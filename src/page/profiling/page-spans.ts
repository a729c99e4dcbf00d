import type { ThreadName } from '../../../protocol/threads/error-record.ts';
import type { Contact } from '../../../protocol/privacy/contacts.ts';
import { SpanRing } from '../../../protocol/runtime/profiling/span-ring.ts';
import type { InputDetail, ThreadSpans } from '../../../protocol/recording/thread-spans.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import { callWithDeadline } from '../platform/call-with-deadline.ts';

/** Time after which a busy or dead thread is left out of a read. */
export const READ_TIMEOUT_MS = 500;

/** A worker with a recorder, or its service on main. */
export interface RecordingThread {
  readSpans(sinceSequence?: number, lastMs?: number): Promise<Outcome<ThreadSpans>>;
  /** Starts to write tracks. Returns whether the thread writes from now on: false while it has no recorder. */
  writeTracks(): boolean | Promise<boolean>;
  /** Origins that the worker has contacted, for a worker without a report of stored data. */
  readonly contacts?: () => Promise<Outcome<readonly Contact[]>>;
}

/** Spans of main, and access to the spans of the page's workers. */
export class PageSpans {
  readonly ring = new SpanRing('main', performance);
  /** Parts of the latest interactions by their start. Not in the ring, whose code workers and the page before its first frame load. */
  readonly inputs = new Map<number, InputDetail>();
  readonly #clock: Clock;
  /** Running workers by lane, with the signal of their end: the proxy of an ended worker throws. */
  readonly workers = new Map<ThreadName, readonly [RecordingThread, AbortSignal]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Sets the worker of a lane; `signal` aborts when the worker ends. */
  addWorker(lane: ThreadName, worker: RecordingThread, signal: AbortSignal): void {
    if (signal.aborted) return;
    this.workers.set(lane, [worker, signal]);
    signal.addEventListener('abort', () => {
      if (this.workers.get(lane)?.[1] === signal) this.workers.delete(lane);
    });
  }

  /** Reads the given lanes that respond in time. `sequences`: `nextSequence` of the previous read, by lane. */
  async read(
    lanes: readonly ThreadName[],
    sequences: Partial<Record<ThreadName, number>> = {},
    lastMs?: number,
  ): Promise<readonly ThreadSpans[]> {
    const reads = lanes.map((lane) => this.#read(lane, sequences[lane] ?? 0, lastMs));
    return (await Promise.all(reads)).flatMap((read) => (read?.ok ? read.value : []));
  }

  async #read(lane: ThreadName, since: number, lastMs?: number): Promise<Outcome<ThreadSpans> | undefined> {
    if (lane === 'main') return succeed(this.ring.read(since, lastMs));
    const [worker, signal] = this.workers.get(lane) ?? [];
    if (worker === undefined || signal === undefined) return undefined;
    return callWithDeadline(this.#clock, READ_TIMEOUT_MS, signal, () => worker.readSpans(since, lastMs));
  }
}
