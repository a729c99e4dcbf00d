import { fail, succeed, type Outcome } from '../../../../protocol/runtime/outcome.ts';
import type { PageSpans } from '../../profiling/page-spans.ts';
import type { EventReceiver } from '../logging/line-batch-channel.ts';
import type { LoadModule, ServiceHost } from './service-host.ts';

/** Opens the service on main, without Comlink, for browsers and policies that allow no worker. */
export async function openInlineHost(
  address: string,
  load: LoadModule,
  signal: AbortSignal,
  spans: PageSpans,
): Promise<Outcome<ServiceHost>> {
  try {
    const module = await load(address);
    const api = module.createInfrastructure();
    signal.addEventListener('abort', () => api.stop());
    spans.addWorker('infrastructure', api, signal);
    const events: EventReceiver = { deliver: (lines, lostCount) => api.logEvents(lines, lostCount) };
    return succeed({ mode: 'inline', api, signal, events });
  } catch (error) {
    return fail('worker.unavailable', `inline service failed to load: ${error}`);
  }
}
