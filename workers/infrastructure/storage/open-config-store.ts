import type { Environment } from '../environment.ts';
import type { ProblemReporter } from '../problem-reporter.ts';
import { CONFIG_DATABASE } from './config-database.ts';
import { ConfigStore } from './config-store.ts';
import { DatabaseHandle } from './database-handle.ts';
import type { StorageFaults } from './storage-faults.ts';
import type { TransactionSamples } from './transaction-samples.ts';

export interface OpenConfigStoreOptions {
  readonly environment: Environment;
  readonly identifier: string;
  /** Whether the viewer may be recognised by the stored configuration. */
  readonly mayKeep: () => boolean;
  readonly faults: StorageFaults;
  readonly problems: Pick<ProblemReporter, 'storageFault'>;
  readonly samples: Pick<TransactionSamples, 'note'>;
}

export function openConfigStore(options: OpenConfigStoreOptions): ConfigStore {
  const { environment, identifier, mayKeep, faults, problems, samples } = options;
  const { clock, spans, indexedDB } = environment;
  const handle = new DatabaseHandle({
    description: CONFIG_DATABASE,
    identifier,
    clock,
    spans,
    indexedDB,
    onFault(failure) {
      faults.count(failure);
      problems.storageFault(failure);
    },
    onLost: () => {},
    onGivenUp: () => {},
    onTransaction: (...transaction) => samples.note(...transaction),
  });
  const store = new ConfigStore(handle, clock, mayKeep);
  faults.whenEnded(() => store.stopSaving());
  return store;
}
