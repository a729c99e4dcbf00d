import type { DBSchema } from 'idb';
import { STORE_NAMES, type ConfigRecord } from '../../../protocol/infrastructure/records.ts';
import type { DatabaseDescription } from './database-handle.ts';
import { CONFIG_DATABASE_VERSION } from '../../../protocol/constants.ts';

export interface ConfigDatabaseSchema extends DBSchema {
  [STORE_NAMES.config]: { key: ConfigRecord['config']; value: ConfigRecord };
}

/** Database of the stored configuration, version 1 (S3). */
export const CONFIG_DATABASE: DatabaseDescription<ConfigDatabaseSchema> = {
  kind: 'config',
  version: CONFIG_DATABASE_VERSION,
  mustBeOnDisk: false,
  stores: [STORE_NAMES.config],
  indexes: {},
  async upgrade(database) {
    if (!database.objectStoreNames.contains(STORE_NAMES.config)) {
      database.createObjectStore(STORE_NAMES.config, { keyPath: 'config' });
    }
  },
};
