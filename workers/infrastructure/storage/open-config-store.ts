import type { Failure } from '../../../protocol/runtime/outcome.ts';
import type { Environment } from '../environment.ts';
import { CONFIG_DATABASE } from './config-database.ts';
import { ConfigStore } from './config-store.ts';
import type { TransactionKind } from '../../../protocol/infrastructure/transaction-kinds.ts';
import { DatabaseHandle } from './database-handle.ts';
import type { StorageFaults } from './storage-faults.ts';

export interface OpenConfigStoreOptions {
  readonly environment: Environment;
  readonly identifier: string;
  /** Whether the viewer may be recognised by it. */
  readonly mayKeep: () => boolean;
  readonly faults: StorageFaults;
  readonly onStorageFault: (failure: Failure) => void;
  readonly onTransaction: (kind: TransactionKind, durationMs: number, ok: boolean) => void;
}

export function openConfigStore(options: OpenConfigStoreOptions): ConfigStore {
  const { environment, identifier, mayKeep, faults, onStorageFault, onTransaction } = options;
  const { clock, spans, indexedDB } = environment;
  const handle = new DatabaseHandle({
    description: CONFIG_DATABASE,
    identifier,
    clock,
    spans,
    indexedDB,
    onFault(failure) {
      faults.count(failure);
      onStorageFault(failure);
    },
    onLost: () => {},
    onGivenUp: () => {},
    onTransaction,
  });
  const store = new ConfigStore(handle, clock, mayKeep);
  faults.whenEnded(() => store.stopSaving());
  return store;
}
