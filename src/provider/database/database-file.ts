import type { Client, InStatement } from '@libsql/client';
import type { Result } from './database.ts';
import type { Engine } from './group-commit.ts';
import { failureOf, isBusy } from './storage-errors.ts';

/**
 * The connection to a database file. A statement that fails because of another process's lock remains active in the
 * engine until it is garbage-collected: later reads then hold their snapshot, and every later write fails
 * (`SQLITE_BUSY_SNAPSHOT`). The lock is therefore tested by a statement that is finalized at once, and a connection on
 * which any other statement met a lock is replaced.
 */
export class DatabaseFile implements Engine {
  readonly #client: Client;
  readonly #settings = new Map<string, string | number>();

  /** @param client With one connection, so that settings apply to every statement. */
  constructor(client: Client) {
    this.#client = client;
  }

  /** Sets a pragma of the connection. */
  async set(pragma: string, value: string | number): Promise<void> {
    this.#settings.set(pragma, value);
    await this.#replaceIfBusy(() => this.#client.execute(assignment(pragma, value)));
  }

  async readNumber(pragma: 'page_size' | 'page_count'): Promise<number> {
    const { rows } = await this.#replaceIfBusy(() => this.#client.execute(`PRAGMA ${pragma}`));
    return Number(rows[0]?.[pragma]);
  }

  async batch(statements: InStatement[], mode: 'read' | 'write'): Promise<readonly Result[]> {
    if (mode === 'write') await this.#client.executeMultiple('BEGIN IMMEDIATE; ROLLBACK');
    return this.#replaceIfBusy(() => this.#client.batch(statements, mode));
  }

  /** Moves the write-ahead log into the file, unless another process reads it. */
  async checkpoint(): Promise<void> {
    await this.#replaceIfBusy(() => this.#client.execute('PRAGMA wal_checkpoint(TRUNCATE)'));
  }

  close(): void {
    this.#client.close();
  }

  async #replaceIfBusy<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (isBusy(failureOf(error))) await this.#replace();
      throw error;
    }
  }

  async #replace(): Promise<void> {
    this.#client.reconnect();
    for (const [pragma, value] of this.#settings) await this.#client.execute(assignment(pragma, value));
  }
}

function assignment(pragma: string, value: string | number): string {
  return `PRAGMA ${pragma} = ${value}`;
}
