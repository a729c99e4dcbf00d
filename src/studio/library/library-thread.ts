import { Worker, type MessagePort } from 'node:worker_threads';
import { LibraryRefusal } from './library-refusal.ts';
import type { DoLibraryTask, TaskContext, LibraryTask } from './library-task.ts';

interface LibraryWork {
  readonly task: LibraryTask;
  readonly context: TaskContext;
}

type LibraryResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly status: LibraryRefusal['status']; readonly message: string };

const THREAD_LIMITS = { maxOldGenerationSizeMb: 512 };

/**
 * Does each task in a separate thread: a task reads every description of the catalog, and a check every byte of a video.
 *
 * @param script The built `src/server/library.ts`.
 */
export function libraryThread(script: URL): DoLibraryTask {
  return (task, context) =>
    new Promise((resolve, reject) => {
      const work: LibraryWork = { task, context };
      const worker = new Worker(script, { workerData: work, resourceLimits: THREAD_LIMITS });
      worker.once('message', (result: LibraryResult) =>
        result.ok ? resolve(result.value as never) : reject(new LibraryRefusal(result.status, result.message)),
      );
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('The thread of the library has ended.')));
    });
}

/** Does one task inside the separate thread, and posts its result. */
export async function serveLibrary(
  { task, context }: LibraryWork,
  port: MessagePort,
  doTask: DoLibraryTask,
): Promise<void> {
  port.postMessage(await resultOf(task, context, doTask));
}

async function resultOf(task: LibraryTask, context: TaskContext, doTask: DoLibraryTask): Promise<LibraryResult> {
  try {
    return { ok: true, value: await doTask(task, context) };
  } catch (error) {
    if (error instanceof LibraryRefusal) return { ok: false, status: error.status, message: error.message };
    throw error;
  }
}
