import type { Outcome } from '../../../../protocol/runtime/outcome.ts';
import type { InfrastructureApi, InfrastructureModule } from '../../../../protocol/infrastructure/rpc.ts';
import type { EventReceiver } from '../logging/line-batch-channel.ts';

/** Access to a service that runs in a worker or on main and has responded. */
export interface ServiceHost {
  readonly mode: 'worker' | 'inline';
  readonly api: InfrastructureApi;
  /** Aborts when the host ends; calls in flight never settle by themselves. */
  readonly signal: AbortSignal;
  /** Receives the events of the outbox. */
  readonly events: EventReceiver;
}

/** Ways to open the hosts of a service; the browser may refuse each of them. */
export interface ServiceHosts {
  /** A worker that the inline script has started. */
  readonly earlyWorker?: Worker | undefined;
  /** Throws where the browser refuses a worker. */
  readonly createWorker: () => Worker;
  /** The signals end the hosts. */
  readonly openWorker: (worker: Worker, signal: AbortSignal) => Promise<Outcome<ServiceHost>>;
  readonly openInline: (signal: AbortSignal) => Promise<Outcome<ServiceHost>>;
}

export type LoadModule = (address: string) => Promise<InfrastructureModule>;
