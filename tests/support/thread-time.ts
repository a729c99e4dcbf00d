import { readFileSync } from 'node:fs';

const SCHEDULER = '/proc/thread-self/schedstat';
const word = new Int32Array(new SharedArrayBuffer(4));

/**
 * Processor time of this thread in milliseconds, since unit tests share their process. Only Linux counts threads; elsewhere
 * it is the processor time of the process.
 */
export function threadTimeMs(): number {
  // The scheduler updates its figure when the thread pauses.
  Atomics.wait(word, 0, 0, 0.01);
  try {
    return Number(readFileSync(SCHEDULER, 'latin1').split(' ', 1)[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
}
