import { parentPort } from 'node:worker_threads';
import { serveCatalog } from '../provider/catalog/thread/serve-catalog.ts';
import { configureSchemas } from '../provider/schema-configuration.ts';

// Entry of the thread that reads the catalog.
configureSchemas();
if (parentPort !== null) serveCatalog(parentPort);
