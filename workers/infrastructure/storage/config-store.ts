import type { Clock } from '../../../protocol/runtime/clock.ts';
import { ConfigRecord, STORE_NAMES } from '../../../protocol/infrastructure/records.ts';
import type { ResponseContext } from '../../../protocol/provider/response-context.ts';
import { StoredTokenJar } from '../../../protocol/provider/request-context.ts';
import type { StoredConfig } from '../../../protocol/infrastructure/rpc.ts';
import type { ConfigDatabaseSchema } from './config-database.ts';
import type { DatabaseHandle } from './database-handle.ts';
import { transact } from './transaction.ts';

export type ConfigGroup = NonNullable<ResponseContext['globalConfigGroup']>;
export interface ConfigHashes {
  readonly hot?: string;
  readonly cold?: string;
}

/** The part of the handle that this store needs. */
export type ConfigHandle = Pick<DatabaseHandle<ConfigDatabaseSchema>, 'run' | 'close'>;

/** The provider's latest configuration, stored for the next page load; its hashes are sent with every call (L7, S4). */
export class ConfigStore {
  readonly #handle: ConfigHandle;
  readonly #clock: Clock;
  /** Read before each access: consent can change while the page is open. */
  readonly #mayKeep: () => boolean;
  #hashes: ConfigHashes = {};
  #tokenJar: StoredTokenJar | null = null;
  #mayNotSave = false;

  constructor(handle: ConfigHandle, clock: Clock, mayKeep: () => boolean) {
    this.#handle = handle;
    this.#clock = clock;
    this.#mayKeep = mayKeep;
  }

  /** Hashes of the configuration that this page has; no hash for a half that is missing. */
  get hashes(): ConfigHashes {
    return this.#hashes;
  }

  /** Token jar of an earlier page load of this user (N18). */
  get tokenJar(): StoredTokenJar | null {
    return this.#tokenJar;
  }

  /** Loads the configuration of an earlier page load. An unreadable record counts as absent. */
  async load(): Promise<StoredConfig> {
    const halves = await this.#read();
    this.#hashes = Object.fromEntries(halves.map(({ config, hashData }) => [config, hashData]));
    return Object.fromEntries(halves.map(({ config, configData }) => [config, configData]));
  }

  /** Loads tokens without the configuration, whose hashes would claim a configuration that this page was not started with (N18). */
  async loadTokenJar(): Promise<void> {
    await this.#read();
  }

  async save(group: ConfigGroup): Promise<void> {
    const timestamp = this.#clock.now();
    const records: ConfigRecord[] = [];
    for (const config of ['hot', 'cold'] as const) {
      const half = group[config];
      // A half without content confirms that the stored half of this hash is current.
      if (half?.configData === undefined) continue;
      records.push({ config, hashData: half.hashData, configData: half.configData, timestamp });
    }
    if (records.length === 0) return;
    this.#hashes = { ...this.#hashes, ...Object.fromEntries(records.map((row) => [row.config, row.hashData])) };
    await this.#put(records);
  }

  async saveTokenJar(jar: StoredTokenJar): Promise<void> {
    await this.#put([{ config: 'tokenJar', hashData: '', configData: jar, timestamp: this.#clock.now() }]);
  }

  /** Ends saving for the rest of the page load, after too many storage faults (S12). */
  stopSaving(): void {
    this.#mayNotSave = true;
  }

  close(): void {
    this.#handle.close();
  }

  /** Returns the halves of the configuration and keeps the token jar in its field. */
  async #read(): Promise<readonly ConfigRecord[]> {
    if (!this.#mayKeep()) return [];
    const stored = await this.#handle.run('read', (database) => database.getAll(STORE_NAMES.config));
    const records = stored.ok ? stored.value.flatMap((row) => ConfigRecord.safeParse(row).data ?? []) : [];
    const kept = records.find(({ config }) => config === 'tokenJar');
    this.#tokenJar = StoredTokenJar.safeParse(kept?.configData).data ?? null;
    return records.filter(({ config }) => config !== 'tokenJar');
  }

  async #put(records: readonly ConfigRecord[]): Promise<void> {
    if (this.#mayNotSave || !this.#mayKeep()) return;
    await this.#handle.run('save-config', (database) =>
      transact(database, [STORE_NAMES.config], async (transaction) => {
        await Promise.all(records.map((row) => transaction.objectStore(STORE_NAMES.config).put(row)));
      }),
    );
  }
}
