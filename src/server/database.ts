import { expose } from 'comlink';
import { configureSchemas } from '../provider/schema-configuration.ts';
import { systemClock } from '../provider/system.ts';
import type { Storage } from '../provider/storage/storage.ts';
import { failureOf } from '../provider/database/storage-errors.ts';
import {
  processEndpoint,
  type Response,
  type DatabaseService,
  type MessagePeer,
} from '../provider/storage/messages.ts';
import { openServerStorage } from './open-server-storage.ts';

/**
 * Entry of the process that owns the database and parses bulk data. The database engine is native and synchronous: in a separate
 * process it may block, and a crash does not end the server.
 */
let storage: Storage | undefined;

configureSchemas();

const service: DatabaseService = {
  async open(address, limits) {
    try {
      storage = await openServerStorage(address, systemClock, limits);
      return null;
    } catch (error) {
      return failureOf(error);
    }
  },
  batch: (statements, mode) =>
    response(async ({ database }) => {
      const results = await database.batch(statements, mode);
      // Copies the rows, because the engine's rows have more properties than their columns.
      return results.map(({ rows, rowsAffected }) => ({ rows: rows.map((row) => ({ ...row })), rowsAffected }));
    }),
  take: (post) => response(({ logs }) => logs.take(post)),
  knowVideos: (videos) => response(({ logs }) => logs.knowVideos(videos)),
  checkStream: () => response((open) => open.checkStream()),
  async close() {
    await storage?.close();
  },
};

/** Returns failures as values, because a thrown error would lose its code between processes. */
async function response<T>(run: (storage: Storage) => Promise<T>): Promise<Response<T>> {
  if (storage === undefined)
    return { ok: false, failure: { code: 'CLIENT_CLOSED', message: 'the database is not open' } };
  try {
    return { ok: true, value: await run(storage) };
  } catch (error) {
    return { ok: false, failure: failureOf(error) };
  }
}

// Ignores signals that a terminal sends to all processes: this process ends with the server, after its last commit.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit(0));
expose(service, processEndpoint(process as MessagePeer));
