import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { Provider } from '../provider-options.ts';
import type { Limits } from '../settings/limits.ts';
import { limitRequestTimes } from './request-deadline.ts';
import { respondToUnreadableRequests } from './unreadable-requests.ts';
import { EventLoopTurns } from './event-loop-turns.ts';
import { OpenConnections } from './open-connections.ts';
import { paceReading } from './paced-reading.ts';
import { HEADERS_MAX_BYTES } from '../http/inputs/input-bounds.ts';

export interface ListeningServer {
  readonly server: Server;
  readonly connections: OpenConnections;
}

/** Interval of Node's check for late requests, so that they end at most this much past their limit. */
const LATE_REQUESTS_CHECK_INTERVAL_MAX_MS = 1_000;
const QUIET_CHECK_INTERVAL_MS = 25;
/** Checks without data before a connection is closed: data that the client sent before it saw the end arrives in half a second. */
const QUIET_CHECKS = 20;

/** An HTTP server that slow, silent or greedy clients cannot keep busy; not listening yet. */
export function createListeningServer(
  provider: Provider,
  limits: Limits,
  clock: Clock,
  turns = new EventLoopTurns(),
): ListeningServer {
  const { requestTimeoutMs } = limits;
  const headersTimeoutMs = Math.min(limits.headersTimeoutMs, requestTimeoutMs);
  const server = createAdaptorServer({
    fetch: provider.fetch,
    serverOptions: {
      maxHeaderSize: HEADERS_MAX_BYTES,
      headersTimeout: headersTimeoutMs,
      /** Off: Node's limit has no exceptions, as `limitRequestTimes` has. */
      requestTimeout: 0,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      connectionsCheckingInterval: Math.min(LATE_REQUESTS_CHECK_INTERVAL_MAX_MS, headersTimeoutMs / 4),
    },
  }) as Server;
  // Node closes a connection without any traffic for this long, including pending responses.
  server.timeout = limits.stalledTimeoutMs;
  limitRequestTimes(server, requestTimeoutMs, clock, provider.mayTakeLong);
  const connections = new OpenConnections({ server, limits, clock, onRefusal: provider.onRefusal });
  turns.watch(server);
  paceReading(server, turns.defer);
  respondToUnreadableRequests(server, connections);
  return { server, connections };
}

/** Where to listen: at an address, or at a socket that is open already. */
export type Place = { readonly port: number; readonly host: string | undefined } | { readonly fd: number };

export function listen(server: Server, place: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(place, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/**
 * Accepts no new connections and finishes accepted requests: every response announces that its connection closes,
 * connections without a request are closed once they are quiet, and all of them after the grace period.
 */
export function stop({ server, connections }: ListeningServer, graceMs: number, clock: Clock): Promise<void> {
  connections.endAfterResponses();
  return new Promise((resolve) => {
    const endQuiet = setInterval(() => connections.closeQuiet(QUIET_CHECKS), QUIET_CHECK_INTERVAL_MS);
    const cancel = clock.after(graceMs, () => server.closeAllConnections());
    // Calls `close` of the net server instead of the HTTP server's, which would cut off responses that are still being sent.
    NetServer.prototype.close.call(server, () => {
      clearInterval(endQuiet);
      cancel();
      // Stops the check for late requests; its error is expected.
      server.close(() => resolve());
    });
  });
}
