import { Worker, type MessagePort } from 'node:worker_threads';
import { UploadRefusal } from './upload-refusal.ts';
import { acceptCaptions, type AcceptedCaptions } from './upload-rules.ts';

/** Arguments of {@link acceptCaptions}. */
export type CaptionsTask = Parameters<typeof acceptCaptions>;
export type AcceptCaptions = (...task: CaptionsTask) => AcceptedCaptions | Promise<AcceptedCaptions>;

type CaptionsResult =
  | { readonly ok: true; readonly value: AcceptedCaptions }
  | { readonly ok: false; readonly status: UploadRefusal['status']; readonly message: string };

const THREAD_LIMITS = { maxOldGenerationSizeMb: 256 };

/**
 * Converts captions in another thread, one for each file: a file of a megabyte takes a quarter of a second, and its
 * author may be a stranger.
 *
 * @param script The built `src/server/captions.ts`.
 */
export function captionsThread(script: URL): AcceptCaptions {
  return (...task) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(script, { workerData: task, resourceLimits: THREAD_LIMITS });
      worker.once('message', (result: CaptionsResult) =>
        result.ok ? resolve(result.value) : reject(new UploadRefusal(result.status, result.message)),
      );
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('The thread that converts captions has ended.')));
    });
}

/** Converts one captions file inside the separate thread, and posts the result. */
export function serveCaptions(task: CaptionsTask, port: MessagePort): void {
  port.postMessage(resultOf(task));
}

function resultOf(task: CaptionsTask): CaptionsResult {
  try {
    return { ok: true, value: acceptCaptions(...task) };
  } catch (error) {
    if (error instanceof UploadRefusal) return { ok: false, status: error.status, message: error.message };
    throw error;
  }
}
