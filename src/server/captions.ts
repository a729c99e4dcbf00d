import { parentPort, workerData } from 'node:worker_threads';
import { serveCaptions, type CaptionsTask } from '../studio/uploads/captions-thread.ts';

// Entry of the thread that converts captions of an upload.
if (parentPort !== null) serveCaptions(workerData as CaptionsTask, parentPort);
