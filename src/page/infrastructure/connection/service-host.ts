import type { Outcome } from '../../../../protocol/outcome.ts';
import type { InfrastructureApi, InfrastructureModule } from '../../../../protocol/rpc.ts';

/** Where the service runs, once it has proved that it answers. */
export interface ServiceHost {
  readonly mode: 'worker' | 'inline';
  readonly api: InfrastructureApi;
  /** Hands events over; settles always, and succeeds when they are safe. */
  deliver(lines: string, lostCount: number): Promise<Outcome<unknown>>;
  /** Ends it at once; calls in flight never settle by themselves. */
  close(): void;
}

export type StartedHost = { readonly host: ServiceHost } | { readonly refusal: string };

/** What it takes to make a host; each may be refused by the browser. */
export interface ServiceHosts {
  startWorker(): Promise<StartedHost>;
  startInline(): Promise<StartedHost>;
}

export type LoadModule = (address: string) => Promise<InfrastructureModule>;
