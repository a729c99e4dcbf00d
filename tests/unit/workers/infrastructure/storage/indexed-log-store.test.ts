import { describeIndexedLogStore } from '../../../../support/indexed-log-store-contract.ts';
import { useMemoryIndexedDb } from '../../../../support/memory-indexed-db.ts';

useMemoryIndexedDb();
describeIndexedLogStore();
