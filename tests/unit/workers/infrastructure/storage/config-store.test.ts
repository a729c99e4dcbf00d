import { describeConfigStore } from '../../../../support/config-store-contract.ts';
import { useMemoryIndexedDb } from '../../../../support/memory-indexed-db.ts';

useMemoryIndexedDb();
describeConfigStore();
