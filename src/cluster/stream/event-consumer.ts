import type { Consumer, JsMsg } from '@nats-io/jetstream';
import { delay, type Clock } from '../../../protocol/runtime/clock.ts';
import { StorageUnavailable } from '../../provider/database/storage-errors.ts';
import type { EventSink } from '../../provider/logs/event-store.ts';
import { batchesOf, readMessage } from './event-message.ts';

/** Limit of messages in a fetch, enough for one or two transactions. */
const MESSAGES_MAX = 2_000;
/** Longest wait of a fetch for more messages: an event may appear on `/provider` this much later. */
const WAIT_MS = 1_000;
/** Pause after a failure that will pass: the database does not respond, or the stream has no leader. */
const PAUSE_MS = 1_000;
/** Pause for messages that this version cannot store: they stay in the stream for a version that can. */
const UNREADABLE_PAUSE_MS = 60_000;

export interface EventConsumerOptions {
  readonly consumer: () => Promise<Pick<Consumer, 'fetch'>>;
  readonly events: EventSink;
  readonly clock: Clock;
  /** Called for each failed attempt. */
  readonly onProblem: (kind: string, error: unknown) => void;
}

/**
 * Moves events from the stream to the database. A message is acknowledged after the commit: a message that was stored but not
 * acknowledged is delivered again, and the database recognises its id.
 */
export class EventConsumer {
  readonly #options: EventConsumerOptions;
  readonly #stopping = new AbortController();

  constructor(options: EventConsumerOptions) {
    this.#options = options;
  }

  /** Runs until `stop`; resolves when all fetched messages are stored, or returned to the stream. */
  async run(): Promise<void> {
    const { consumer, clock, onProblem } = this.#options;
    let open: Awaited<ReturnType<typeof consumer>> | undefined;
    while (!this.#stopping.signal.aborted)
      try {
        open ??= await consumer();
        await this.#store(await fetchFrom(open));
      } catch (error) {
        open = undefined;
        onProblem('stream', error);
        await delay(clock, PAUSE_MS, this.#stopping.signal).catch(() => undefined);
      }
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #store(received: readonly JsMsg[]): Promise<void> {
    const { onProblem } = this.#options;
    const readable: { source: JsMsg; message: NonNullable<ReturnType<typeof readMessage>> }[] = [];
    for (const source of received) {
      const message = readMessage(source.string());
      if (message !== undefined) readable.push({ source, message });
      else {
        source.nak(UNREADABLE_PAUSE_MS);
        onProblem('message', new Error(`message ${source.seq} of the stream is none of this version; it stays there`));
      }
    }
    // One call for each batch: the database puts the calls into one transaction, and a refused batch does not fail the others.
    await Promise.all(
      batchesOf(readable).map(({ batch, parts }) =>
        this.#storeOne(
          batch,
          parts.map(({ source }) => source),
        ),
      ),
    );
  }

  async #storeOne(batch: Parameters<EventSink['add']>[0][number], sources: readonly JsMsg[]): Promise<void> {
    const { events, onProblem } = this.#options;
    try {
      await events.add([batch]);
      for (const source of sources) source.ack();
    } catch (error) {
      const isPassing = error instanceof StorageUnavailable;
      for (const source of sources) source.nak(isPassing ? PAUSE_MS : UNREADABLE_PAUSE_MS);
      onProblem(isPassing ? 'database' : 'batch', error);
    }
  }
}

/** Fetches messages. Messages that arrived before an error are kept: the stream would redeliver them only after a while. */
async function fetchFrom(consumer: Pick<Consumer, 'fetch'>): Promise<JsMsg[]> {
  const messages: JsMsg[] = [];
  try {
    for await (const message of await consumer.fetch({ max_messages: MESSAGES_MAX, expires: WAIT_MS }))
      messages.push(message);
  } catch (error) {
    if (messages.length === 0) throw error;
  }
  return messages;
}
