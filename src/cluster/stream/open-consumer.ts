import type { Clock } from '../../../protocol/runtime/clock.ts';
import { createBudgets } from '../../provider/budgets/create-budgets.ts';
import { openDatabases } from '../../provider/database/open-database.ts';
import type { StorageAddress, StorageLimits, StorageParts } from '../../provider/storage/storage.ts';
import { EventStore } from '../../provider/logs/event-store.ts';
import { CONSUMER, connectStream, STREAM } from './connect-stream.ts';
import { EventConsumer, type EventConsumerOptions } from './event-consumer.ts';

export interface OpenConsumerOptions extends Pick<EventConsumerOptions, 'onProblem'> {
  readonly address: StorageAddress & { readonly natsUrl: string };
  readonly clock: Clock;
  readonly limits: StorageLimits;
  readonly parts: Pick<StorageParts, 'createProjection' | 'openPostgres'>;
}

export interface OpenedConsumer {
  readonly run: () => Promise<void>;
  readonly stop: () => void;
  /** Closes both connections; call it after `run` has ended. */
  readonly close: () => Promise<void>;
}

/** Opens a consumer between the stream and the database. Both must respond at the start; later, either may be interrupted. */
export async function openConsumer({
  address,
  clock,
  limits,
  parts: { createProjection, openPostgres },
  onProblem,
}: OpenConsumerOptions): Promise<OpenedConsumer> {
  const { state, events } = await openDatabases(address, clock, { openPostgres });
  const options = { url: address.natsUrl, maxBytes: limits.streamMaxBytes, clock };
  const { connection, stream } = await connectStream(options).catch(async (error: unknown) => {
    await state.close();
    throw error;
  });
  const { admission } = createBudgets(state, clock, limits.databaseMaxBytes);
  const consumer = new EventConsumer({
    consumer: () => stream.consumers.get(STREAM, CONSUMER),
    events: new EventStore({ database: events, clock, limits, admission, createProjection }),
    clock,
    onProblem,
  });
  return {
    run: () => consumer.run(),
    stop: () => consumer.stop(),
    async close() {
      // Drains, so that pending acknowledgements are sent.
      await connection.drain();
      await state.close();
    },
  };
}
