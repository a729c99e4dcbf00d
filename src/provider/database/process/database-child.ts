import { expose } from 'comlink';
import { systemClock } from '../../system.ts';
import type { Database } from '../database.ts';
import { openDatabase } from '../open-database.ts';
import { failureOf } from '../storage-errors.ts';
import { processEndpoint, type DatabaseService, type MessagePeer } from './messages.ts';

/**
 * Entry of the process that owns the database. The engine is native and synchronous: here it may block, and a panic takes
 * nothing along but this process.
 */
let database: Database | undefined;

const service: DatabaseService = {
  async open(address) {
    try {
      database = await openDatabase(address, systemClock);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  },
  async batch(statements, mode) {
    if (database === undefined)
      return { ok: false, failure: { code: 'CLIENT_CLOSED', message: 'the database is not open' } };
    try {
      const results = await database.batch(statements, mode);
      /** The engine's rows carry more than their columns. */
      return {
        ok: true,
        results: results.map(({ rows, rowsAffected }) => ({ rows: rows.map((row) => ({ ...row })), rowsAffected })),
      };
    } catch (error) {
      return { ok: false, failure: failureOf(error) };
    }
  },
  async close() {
    await database?.close();
  },
};

/** A terminal sends its signals to all processes of the program; this one ends with the server, after its last commit. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit(0));
expose(service, processEndpoint(process as MessagePeer));
