import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { askAsNewcomer, NEWCOMER_PROBE_INTERVAL_MS, NewcomerProbe } from './newcomer-probe.ts';

/** Input of the thread. */
export interface NewcomerTask {
  readonly address: Pick<AddressInfo, 'port' | 'address'>;
  readonly intervalMs: number;
  /** Receives each wait, in milliseconds. */
  readonly results: MessagePort;
}

const THREAD_LIMITS = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 };

/**
 * Measures the wait of new connections in another thread: in the thread that serves pages, a measurement would
 * begin only when that thread has time again and the wait is over. Returns a function that ends the measurements.
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
  // Timer and thread end with the process. If the thread fails, only the measurements are missing.
  measured.unref();
  worker.unref();
  worker.once('error', () => measured.close());
  return () => {
    measured.close();
    void worker.terminate();
  };
}

/** Runs in that thread. */
export function serveNewcomerProbe({ address, intervalMs, results }: NewcomerTask, clock: Clock): void {
  const onMeasured = (waitMs: number): void => results.postMessage(waitMs);
  const probe = new NewcomerProbe({ ask: () => askAsNewcomer(address), clock, intervalMs, onMeasured });
  // Listening keeps the thread alive.
  results.on('message', () => undefined).once('close', () => probe.close());
}
