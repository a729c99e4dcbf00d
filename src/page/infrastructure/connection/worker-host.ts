import { releaseProxy, wrap } from 'comlink';
import type { Clock } from '../../../../protocol/clock.ts';
import { LIFECYCLE } from '../../../../protocol/constants.ts';
import type { InfrastructureApi } from '../../../../protocol/rpc.ts';
import { pinMethods } from '../../pin-methods.ts';
import { ParcelChannel } from './parcel-channel.ts';
import type { StartedHost } from './service-host.ts';

/**
 * A worker that failed to load says so in an event, or says nothing for ever; the constructor proves nothing. So it counts
 * as started when a first call has answered.
 */
export async function startWorkerHost(createWorker: () => Worker, clock: Clock): Promise<StartedHost> {
  let worker: Worker;
  try {
    worker = createWorker();
  } catch (error) {
    return { refusal: `worker refused: ${error}` };
  }
  const remote = pinMethods(wrap<InfrastructureApi>(worker));
  const refusal = await firstAnswer(worker, clock, remote.ping());
  const parcels = new ParcelChannel(worker, clock);
  const close = (): void => {
    parcels.close();
    remote[releaseProxy]();
    worker.terminate();
  };
  if (refusal !== null) {
    close();
    return { refusal };
  }
  // Every method of the interface answers a promise or nothing, so the remote keeps to it.
  const api = remote as unknown as InfrastructureApi;
  return { host: { mode: 'worker', api, deliver: (lines, lost) => parcels.deliver(lines, lost), close } };
}

/** `null` when it answered, else why it did not. */
function firstAnswer(worker: Worker, clock: Clock, ping: Promise<unknown>): Promise<string | null> {
  return new Promise((resolve) => {
    const settle = (refusal: string | null): void => {
      cancel();
      worker.removeEventListener('error', onError);
      resolve(refusal);
    };
    const onError = (event: ErrorEvent): void => settle(`worker failed to load: ${event.message || 'no message'}`);
    const cancel = clock.after(LIFECYCLE.workerStartTimeoutMs, () => settle('worker did not answer'));
    worker.addEventListener('error', onError);
    ping.then(
      () => settle(null),
      (error: unknown) => settle(`worker did not answer: ${error}`),
    );
  });
}
