import { delay, type Clock } from '../../../../protocol/runtime/clock.ts';
import type { ProviderOptions } from '../../../../src/provider/provider-options.ts';
import { openServerStorage } from '../../../../src/server/open-server-storage.ts';

export interface SlowStorage {
  readonly openStorage: NonNullable<ProviderOptions['openStorage']>;
  /** Calls that have reached the database. */
  readonly calls: () => number;
}

/** A database that runs statements with this text one after the other, each in `eachMs`. */
export function slowStorage(clock: Clock, text: string, eachMs: number): SlowStorage {
  let count = 0;
  let last: Promise<void> = Promise.resolve();
  return {
    calls: () => count,
    async openStorage(...given) {
      const storage = await openServerStorage(...given);
      const { database } = storage;
      const batch: typeof database.batch = async (statements, mode) => {
        if (JSON.stringify(statements).includes(text)) {
          count += 1;
          last = last.then(() => delay(clock, eachMs));
          await last;
        }
        return database.batch(statements, mode);
      };
      return { ...storage, database: { ...database, dialect: database.dialect, batch, close: () => database.close() } };
    },
  };
}

/** Second argument of a provider's `fetch`, for a request as if from a socket with this address. */
export function fromAddress(remoteAddress: string): object {
  return { incoming: { socket: { remoteAddress } } };
}
