import { workerData } from 'node:worker_threads';
import { serveNewcomerProbe, type NewcomerTask } from '../provider/listening/newcomer-thread.ts';
import { systemClock } from '../provider/system.ts';

// Entry of the thread that measures how long new viewers wait.
serveNewcomerProbe(workerData as NewcomerTask, systemClock);
