import { parentPort, workerData } from 'node:worker_threads';
import { configureSchemas } from '../provider/schema-configuration.ts';
import { createLibraryTasks } from '../studio/library/do-library-task.ts';
import { serveLibrary } from '../studio/library/library-thread.ts';
import { runTool } from '../studio/preparation/run-tool.ts';

// Entry of the thread that does a task of the operator's library.
configureSchemas();
if (parentPort !== null)
  await serveLibrary(workerData as Parameters<typeof serveLibrary>[0], parentPort, createLibraryTasks(runTool));
