import { randomUUID } from 'node:crypto';
import { delay, type Clock } from '../../../protocol/runtime/clock.ts';
import { StorageUnavailable } from '../../provider/database/storage-errors.ts';
import type { EventSink, ReceivedBatch, StoredCount } from '../../provider/logs/event-store.ts';
import { connectStream, SUBJECT, type StreamConnection, type StreamOptions } from './connect-stream.ts';
import { messagesOf, type OutgoingEvent } from './event-message.ts';

/** Time to wait for the stream's acknowledgement before a message is sent again; the stream drops a repeated id. */
const ATTEMPT_MS = 2_000;
const PAUSE_MS = 200;
/** Time after which the request fails, and the client has to send its events again. Electing a new leader takes seconds. */
const PATIENCE_MS = 8_000;

/** Sends events to the stream. When `add` resolves, most servers of the stream have them. */
export class EventStream implements EventSink {
  readonly #connected: StreamConnection;
  readonly #clock: Clock;

  private constructor(connected: StreamConnection, clock: Clock) {
    this.#connected = connected;
    this.#clock = clock;
  }

  static async open(options: StreamOptions): Promise<EventStream> {
    return new EventStream(await connectStream(options), options.clock);
  }

  /** Adds batches. After a failure the client sends them again, and the stream drops events that were added, by their ids. */
  async add(batches: readonly ReceivedBatch[]): Promise<StoredCount> {
    const nowMs = this.#clock.now();
    const messages = batches.flatMap((batch) => messagesOf(batch, randomUUID(), nowMs));
    const first = await this.#publish(messages);
    let missing = first.missing;
    const deadlineMs = this.#clock.monotonicNow() + PATIENCE_MS;
    while (missing.length > 0) {
      if (this.#clock.monotonicNow() >= deadlineMs) throw new StorageUnavailable('the stream does not take events');
      await delay(this.#clock, PAUSE_MS);
      missing = (await this.#publish(missing)).missing;
    }
    return { accepted: messages.length - first.repeated, repeated: first.repeated };
  }

  /** Returns the number of repeats, and the messages that the stream has not acknowledged. */
  async #publish(messages: readonly OutgoingEvent[]) {
    const published = await Promise.allSettled(
      messages.map(({ id, text }) =>
        this.#connected.stream.publish(SUBJECT, text, { timeout: ATTEMPT_MS, msgID: id, retries: 1 }),
      ),
    );
    const repeated = published.filter((one) => one.status === 'fulfilled' && one.value.duplicate).length;
    return { repeated, missing: messages.filter((_, index) => published[index]?.status !== 'fulfilled') };
  }

  /** Resolves if a server responds, else rejects. */
  async check(): Promise<void> {
    await this.#connected.connection.flush();
  }

  async close(): Promise<void> {
    await this.#connected.connection.close();
  }
}
