import type { ThreadName } from '../../../protocol/threads/error-record.ts';
import type { Contact } from '../../../protocol/privacy/contacts.ts';
import { SpanRing } from '../../../protocol/runtime/profiling/span-ring.ts';
import type { InputDetail, ThreadSpans } from '../../../protocol/recording/thread-spans.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import { callWithDeadline } from '../platform/call-with-deadline.ts';

/** A thread that is busy or dead is left out after this, so that the others are read. */
export const READ_TIMEOUT_MS = 500;

/** A worker, or its service on main. */
export interface RecordingThread {
  readSpans(sinceSequence?: number, lastMs?: number): Promise<Outcome<ThreadSpans>>;
  /** Whether it writes from now on; one without a recorder does not yet. */
  writeTracks(): boolean | Promise<boolean>;
  /** Origins that it has contacted, where this is not part of its report of stored data. */
  readonly contacts?: () => Promise<Outcome<readonly Contact[]>>;
}

/** Spans of main, and access to the spans of the page's workers. */
export class PageSpans {
  readonly ring = new SpanRing('main', performance);
  /** Parts of the latest interactions by their start: not in the ring, whose code workers and the first frame carry. */
  readonly inputs = new Map<number, InputDetail>();
  readonly #clock: Clock;
  /** Running workers by lane, with the signal of their end: the proxy of an ended worker throws. */
  readonly workers = new Map<ThreadName, readonly [RecordingThread, AbortSignal]>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The worker of a lane from now on; `signal` aborts when it ends. */
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
