import type { DBSchema } from 'idb';
import { STORAGE } from '../../../protocol/constants.ts';
import { STORE_NAMES, type ConfigRecord } from '../../../protocol/records.ts';
import type { DatabaseDescription } from './database-handle.ts';

export interface ConfigDatabaseSchema extends DBSchema {
  [STORE_NAMES.config]: { key: ConfigRecord['config']; value: ConfigRecord };
}

/** S3 */
export const CONFIG_DATABASE: DatabaseDescription<ConfigDatabaseSchema> = {
  kind: 'config',
  version: STORAGE.configDatabaseVersion,
  stores: [STORE_NAMES.config],
  indexes: {},
  async upgrade(database) {
    if (!database.objectStoreNames.contains(STORE_NAMES.config)) {
      database.createObjectStore(STORE_NAMES.config, { keyPath: 'config' });
    }
  },
};
