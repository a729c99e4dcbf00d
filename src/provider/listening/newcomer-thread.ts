import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { askAsNewcomer, NEWCOMER_PROBE_INTERVAL_MS, NewcomerProbe } from './newcomer-probe.ts';

/** Input of the thread. */
export interface NewcomerTask {
  readonly address: Pick<AddressInfo, 'port' | 'address'>;
  readonly intervalMs: number;
  /** Gets each wait, in milliseconds. */
  readonly results: MessagePort;
}

const THREAD_LIMITS = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 };

/**
 * Measures the wait of new connections in another thread: where the pages are served, a measurement would begin when that
 * thread has time again, which is when the wait is over. Returns what ends it.
 *
 * @param script The built `src/server/newcomers.ts`.
 */
export function measureInThread(
  script: URL,
  address: NewcomerTask['address'],
  onMeasured: (waitMs: number) => void,
  intervalMs = NEWCOMER_PROBE_INTERVAL_MS,
): () => void {
  const { port1: measured, port2: results } = new MessageChannel();
  const workerData: NewcomerTask = { address, intervalMs, results };
  const worker = new Worker(script, { workerData, transferList: [results], resourceLimits: THREAD_LIMITS });
  measured.on('message', onMeasured);
  // Timer and thread end with the process. Without the thread there is no figure, and everything else works.
  measured.unref();
  worker.unref();
  worker.once('error', () => measured.close());
  return () => {
    measured.close();
    void worker.terminate();
  };
}

/** The task of that thread. */
export function serveNewcomerProbe({ address, intervalMs, results }: NewcomerTask, clock: Clock): void {
  const onMeasured = (waitMs: number): void => results.postMessage(waitMs);
  const probe = new NewcomerProbe({ ask: () => askAsNewcomer(address), clock, intervalMs, onMeasured });
  // Listening keeps the thread alive.
  results.on('message', () => undefined).once('close', () => probe.close());
}
