import { releaseProxy, wrap, type Endpoint } from 'comlink';
import { recordCalls } from '../../../../protocol/runtime/profiling/call-recorder.ts';
import { observeEndpoint } from '../../../../protocol/runtime/profiling/observed-endpoint.ts';
import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { succeed, type Outcome } from '../../../../protocol/runtime/outcome.ts';
import type { InfrastructureApi } from '../../../../protocol/infrastructure/rpc.ts';
import { pinMethods } from '../../platform/pin-methods.ts';
import type { PageSpans } from '../../profiling/page-spans.ts';
import { LineBatchChannel } from '../logging/line-batch-channel.ts';
import type { ServiceHost } from './service-host.ts';

/** Opens the service in a worker, which counts as started when it has responded to a first call. */
export async function openWorkerHost(
  worker: Worker,
  signal: AbortSignal,
  clock: Clock,
  spans: PageSpans,
): Promise<Outcome<ServiceHost>> {
  const endpoint = observeEndpoint(worker, recordCalls(spans.ring, 'infrastructure'));
  const remote = pinMethods(wrap<InfrastructureApi>(endpoint as Endpoint));
  const events = new LineBatchChannel(worker, clock, spans.ring);
  signal.addEventListener('abort', () => {
    events.close();
    remote[releaseProxy]();
  });
  await remote.ping();
  // Every method of the interface returns a promise or nothing, so the remote has the same types.
  const api = remote as unknown as InfrastructureApi;
  spans.addWorker('infrastructure', api, signal);
  return succeed({ mode: 'worker', api, signal, events });
}
