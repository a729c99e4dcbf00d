import { releaseProxy, wrap } from 'comlink';
import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { succeed, type Outcome } from '../../../../protocol/runtime/outcome.ts';
import type { InfrastructureApi } from '../../../../protocol/infrastructure/rpc.ts';
import { pinMethods } from '../../pin-methods.ts';
import { LineBatchChannel } from './line-batch-channel.ts';
import type { ServiceHost } from './service-host.ts';

/** A worker counts as started when a first call has answered. */
export async function openWorkerHost(worker: Worker, signal: AbortSignal, clock: Clock): Promise<Outcome<ServiceHost>> {
  const remote = pinMethods(wrap<InfrastructureApi>(worker));
  const batches = new LineBatchChannel(worker, clock);
  signal.addEventListener('abort', () => {
    batches.close();
    remote[releaseProxy]();
  });
  await remote.ping();
  // Every method of the interface answers a promise or nothing, so the remote keeps to it.
  const api = remote as unknown as InfrastructureApi;
  return succeed({ mode: 'worker', api, signal, deliver: (lines, lost) => batches.deliver(lines, lost) });
}
