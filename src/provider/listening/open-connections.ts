import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { shareKeys, type ShareKeys } from '../http/limits/address-key.ts';
import { FairShares, slowest } from '../http/limits/fair-shares.ts';
import type { OnRefusal } from '../http/refusal.ts';
import type { Limits } from '../settings/limits.ts';

interface Connection {
  readonly keys: ShareKeys;
  readonly openedMs: number;
  readonly responding: Set<ServerResponse>;
  /** When it was opened, or its last response was sent. */
  waitsSinceMs: number;
  /** Number of checks in a row without new data. */
  quietLooks: number;
  bytesRead: number;
  hasBeenUsed: boolean;
  /** Whether a limit has ended it, which is counted once. */
  isEnded: boolean;
}

type ConnectionLimits = Pick<Limits, 'connectionsMax' | 'connectionsPerAddressMax'>;

export interface OpenConnectionsDependencies {
  readonly server: Server;
  readonly limits: ConnectionLimits;
  readonly clock: Clock;
  readonly onRefusal: OnRefusal;
}

/** Maximum share of one site, unless the limit of one address is higher. */
const SITE_SHARE = 0.75;
/** With a smaller share of free slots than this, idle connections are closed. */
const SCARCE_SHARE = 0.1;
/** A connection idle for this long makes room for another; its client can open a new one without loss. */
const SPARE_AFTER_MS = 1_000;
const SPARE_CHECK_INTERVAL_MS = 50;

/**
 * The open connections of a server and their responses. Node's own list calls a connection idle as soon as its response
 * was handed over, and cuts off responses that are still being sent; here a connection is idle when its response has been sent.
 * When all slots are taken, the slowest connection of the largest share makes room for an address that has fewer.
 */
export class OpenConnections {
  readonly #connections = new Map<Socket, Connection>();
  readonly #shares = new FairShares<Socket>();
  readonly #limits: ConnectionLimits;
  readonly #clock: Clock;
  readonly #onRefusal: OnRefusal;
  #isEnding = false;
  #checkedSpareMs = Number.NEGATIVE_INFINITY;

  constructor({ server, limits, clock, onRefusal }: OpenConnectionsDependencies) {
    this.#limits = limits;
    this.#clock = clock;
    this.#onRefusal = onRefusal;
    server.on('connection', (socket: Socket) => this.#open(socket));
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) =>
      this.#response(request.socket, response),
    );
  }

  get count(): number {
    return this.#connections.size;
  }

  /** Whether a response is being sent on this connection, so that no other response may be written. */
  isResponding(socket: Socket): boolean {
    return [...(this.#connections.get(socket)?.responding ?? [])].some(({ headersSent }) => headersSent);
  }

  /** From now on every response announces that its connection closes. */
  endAfterResponses(): void {
    this.#isEnding = true;
    for (const { responding } of this.#connections.values()) for (const response of responding) announceEnd(response);
  }

  /**
   * Closes connections without a pending response and without new data for this many calls of this method. Calls
   * are counted, not time: in a busy process, timers fire before the received data is read.
   */
  closeQuiet(looks: number): void {
    for (const [socket, connection] of this.#connections) {
      const isQuiet = connection.responding.size === 0 && socket.bytesRead === connection.bytesRead;
      connection.quietLooks = isQuiet ? connection.quietLooks + 1 : 0;
      connection.bytesRead = socket.bytesRead;
      if (connection.quietLooks >= looks) socket.destroy();
    }
  }

  /** Runs once in an interval at most: a run for each of thousands of new connections would visit all of them each time. */
  #closeSpare(): void {
    const nowMs = this.#clock.monotonicNow();
    if (nowMs - this.#checkedSpareMs < SPARE_CHECK_INTERVAL_MS) return;
    this.#checkedSpareMs = nowMs;
    const spareSinceMs = nowMs - SPARE_AFTER_MS;
    for (const [socket, { responding, waitsSinceMs }] of this.#connections)
      if (responding.size === 0 && waitsSinceMs <= spareSinceMs) this.#end(socket, 'spare_connections');
  }

  #open(socket: Socket): void {
    const keys = shareKeys(socket.remoteAddress ?? '');
    if (this.count >= this.#limits.connectionsMax * (1 - SCARCE_SHARE)) this.#closeSpare();
    const exceeded = this.#exceededLimit(keys);
    if (exceeded !== undefined) {
      this.#onRefusal(exceeded, keys.site);
      return void socket.destroy();
    }
    const nowMs = this.#clock.monotonicNow();
    const counts = { openedMs: nowMs, waitsSinceMs: nowMs, quietLooks: 0, bytesRead: 0 };
    const flags = { hasBeenUsed: false, isEnded: false };
    this.#connections.set(socket, { keys, responding: new Set(), ...counts, ...flags });
    this.#shares.add(keys, socket);
    socket.once('close', () => this.#close(socket));
    // Node destroys the socket in its own listener.
    socket.once('timeout', () => this.countEnd(socket, this.#timeoutOf(socket)));
  }

  /** Counts a connection that a limit ends; once, whatever else ends it afterwards. */
  countEnd(socket: Socket, limit: string): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined || connection.isEnded) return;
    connection.isEnded = true;
    this.#onRefusal(limit, connection.keys.site);
  }

  #end(socket: Socket, limit: string): void {
    this.countEnd(socket, limit);
    this.#close(socket);
    socket.destroy();
  }

  /** Node has one event for a connection that waits for its next request and for a connection that stalls within a request. */
  #timeoutOf(socket: Socket): string {
    const connection = this.#connections.get(socket);
    if (connection === undefined || connection.responding.size > 0) return 'stalled_connections';
    return connection.hasBeenUsed ? 'idle_connections' : 'unused_connections';
  }

  #exceededLimit(keys: ShareKeys): string | undefined {
    const { connectionsMax, connectionsPerAddressMax } = this.#limits;
    const siteMax = Math.max(connectionsPerAddressMax, connectionsMax * SITE_SHARE);
    if (this.#shares.weightOfClient(keys) >= connectionsPerAddressMax) return 'connections_per_address';
    if (this.#shares.weightOfSite(keys) >= siteMax) return 'connections_per_site';
    return this.count < connectionsMax || this.#makeRoom(keys) ? undefined : 'connections';
  }

  #makeRoom(keys: ShareKeys): boolean {
    const socket = slowest(this.#shares.largest(keys), (candidate) => ({
      bytes: candidate.bytesRead + candidate.bytesWritten,
      ageMs: this.#clock.monotonicNow() - (this.#connections.get(candidate)?.openedMs ?? 0),
    }));
    if (socket === undefined) return false;
    this.#end(socket, 'slow_connections');
    return true;
  }

  #response(socket: Socket, response: ServerResponse): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    connection.responding.add(response);
    connection.hasBeenUsed = true;
    if (this.#isEnding) announceEnd(response);
    response.once('close', () => {
      connection.responding.delete(response);
      connection.waitsSinceMs = this.#clock.monotonicNow();
      connection.quietLooks = 0;
    });
  }

  #close(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    this.#connections.delete(socket);
    this.#shares.remove(connection.keys, socket);
  }
}

function announceEnd(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
