import type { Context } from 'hono';
import type { Clock, Random } from '../../../protocol/runtime/clock.ts';
import type { Database } from '../database/database.ts';
import { queriesFor, statementOf } from '../database/queries/queries.ts';
import { readSecret } from '../database/secret.ts';
import { StorageUnavailable } from '../database/storage-errors.ts';
import { clientAddress } from '../http/client-address.ts';
import { senderOf, type Sender } from './sender.ts';

/** Prefix of the names of keys; the day follows. */
const KEY = 'sender-key ';
const KEY_BYTES = 32;
const RETRY_MS = 10_000;

interface SendersDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Senders of requests. Their key is random, new each day, shared by all processes of the database, and deleted on the
 * next day: from then on no number in the database leads back to an address, and no number is used for longer than a day.
 */
export class Senders {
  readonly #dependencies: SendersDependencies;
  #key: Uint8Array;
  #name: string;
  #nextAttemptMs = 0;

  private constructor(dependencies: SendersDependencies, name: string, key: Uint8Array) {
    this.#dependencies = dependencies;
    this.#name = name;
    this.#key = key;
  }

  static async open(dependencies: SendersDependencies): Promise<Senders> {
    const name = nameOf(dependencies.clock.now());
    // While the database is away, nothing is stored under this temporary key, and requests try again to read the shared key.
    const senders = new Senders(dependencies, '', dependencies.random.bytes(KEY_BYTES));
    await senders.#change(name).catch((error: unknown) => {
      if (!(error instanceof StorageUnavailable)) throw error;
    });
    return senders;
  }

  /** The first requests of a day still use the last day's key, so that no request waits for the database. */
  of(context: Context): Sender {
    const { clock } = this.#dependencies;
    const name = nameOf(clock.now());
    if (name !== this.#name && clock.monotonicNow() >= this.#nextAttemptMs) {
      this.#nextAttemptMs = clock.monotonicNow() + RETRY_MS;
      // Without the database nothing is stored under the old key either.
      void this.#change(name).catch(() => undefined);
    }
    return senderOf(clientAddress(context).address, this.#key);
  }

  async #change(name: string): Promise<void> {
    this.#key = await keyOf(name, this.#dependencies);
    this.#name = name;
  }
}

function nameOf(timeMs: number): string {
  return KEY + new Date(timeMs).toISOString().slice(0, 10);
}

/** Makes the key if no other process has, and deletes the keys of earlier days. */
async function keyOf(name: string, { database, random }: SendersDependencies): Promise<Uint8Array> {
  const key = await readSecret(database, random, name);
  const old = queriesFor(database.dialect).deleteFrom('secrets').where('name', 'like', `${KEY}%`);
  await database.execute(statementOf(old.where('name', '<', name)));
  return key;
}
