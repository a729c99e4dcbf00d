import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { Provider } from '../provider-options.ts';
import type { Limits } from '../settings/limits.ts';
import { respondToUnreadableRequests } from './unreadable-requests.ts';
import { OpenConnections } from './open-connections.ts';

export const DEFAULT_PORT = 4_173;

export interface ListeningServer {
  readonly server: Server;
  readonly connections: OpenConnections;
}

/** Node looks for late requests this often, so that they end at most this much later than their limit says. */
const LATE_REQUESTS_LOOK_INTERVAL_MAX_MS = 1_000;
const QUIET_LOOK_INTERVAL_MS = 25;
/** What a client sent before it could know of the end has arrived by then: half a second, longer than most ways take. */
const QUIET_LOOKS = 20;

/** An HTTP server that no slow, silent or greedy client keeps busy; not listening yet. */
export function createListeningServer(provider: Provider, limits: Limits, clock: Clock): ListeningServer {
  const { requestTimeoutMs } = limits;
  const headersTimeoutMs = Math.min(limits.headersTimeoutMs, requestTimeoutMs);
  const server = createAdaptorServer({
    fetch: provider.fetch,
    serverOptions: {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      connectionsCheckingInterval: Math.min(LATE_REQUESTS_LOOK_INTERVAL_MAX_MS, headersTimeoutMs / 4),
    },
  }) as Server;
  /** Node closes what has not moved a byte either way for this long, waiting answers included. */
  server.timeout = limits.stalledTimeoutMs;
  const connections = new OpenConnections(server, limits, clock);
  respondToUnreadableRequests(server, connections);
  return { server, connections };
}

export function listen(server: Server, port: number, host: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/**
 * Takes no new connections and finishes what was taken: every response says that its connection ends, connections without a
 * request end once they are quiet, and all of them after the grace.
 */
export function stop({ server, connections }: ListeningServer, graceMs: number, clock: Clock): Promise<void> {
  connections.endAfterResponses();
  return new Promise((resolve) => {
    const endQuiet = setInterval(() => connections.closeQuiet(QUIET_LOOKS), QUIET_LOOK_INTERVAL_MS);
    const cancel = clock.after(graceMs, () => server.closeAllConnections());
    /** Not the HTTP server's own way: that one cuts off answers that are still on their way. */
    NetServer.prototype.close.call(server, () => {
      clearInterval(endQuiet);
      cancel();
      /** Ends its look for late requests; that it has stopped is no news. */
      server.close(() => resolve());
    });
  });
}
