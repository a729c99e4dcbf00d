import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { Limits } from '../settings/limits.ts';

interface Connection {
  readonly address: string;
  readonly responding: Set<ServerResponse>;
  /** When it was opened, or its last response was sent. */
  waitsSinceMs: number;
  /** Number of checks in a row without new data. */
  quietLooks: number;
  bytesRead: number;
}

type ConnectionLimits = Pick<Limits, 'connectionsMax' | 'connectionsPerAddressMax'>;

/** With a smaller share of free slots than this, idle connections are closed. */
const SCARCE_SHARE = 0.1;
/** A connection idle for this long makes room for another; its client can open a new one without loss. */
const SPARE_AFTER_MS = 1_000;

/**
 * The open connections of a server and their responses. Node's own list calls a connection idle as soon as its response
 * was handed over, and cuts off responses that are still being sent; here it is idle when the response has been sent.
 */
export class OpenConnections {
  readonly #connections = new Map<Socket, Connection>();
  readonly #perAddress = new Map<string, number>();
  readonly #limits: ConnectionLimits;
  readonly #clock: Clock;
  #isEnding = false;

  constructor(server: Server, limits: ConnectionLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
    server.maxConnections = limits.connectionsMax;
    server.on('connection', (socket: Socket) => this.#open(socket));
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) =>
      this.#response(request.socket, response),
    );
  }

  get count(): number {
    return this.#connections.size;
  }

  /** Whether a response is being sent on this connection, so that nothing else may be written to it. */
  isResponding(socket: Socket): boolean {
    return [...(this.#connections.get(socket)?.responding ?? [])].some(({ headersSent }) => headersSent);
  }

  /** From now on every response announces that its connection closes. */
  endAfterResponses(): void {
    this.#isEnding = true;
    for (const { responding } of this.#connections.values()) for (const response of responding) announceEnd(response);
  }

  /**
   * Closes connections without a pending response and without new data for this many calls of this method. Calls and
   * not time: in a busy process, timers fire before the received data is read.
   */
  closeQuiet(looks: number): void {
    for (const [socket, connection] of this.#connections) {
      const isQuiet = connection.responding.size === 0 && socket.bytesRead === connection.bytesRead;
      connection.quietLooks = isQuiet ? connection.quietLooks + 1 : 0;
      connection.bytesRead = socket.bytesRead;
      if (connection.quietLooks >= looks) socket.destroy();
    }
  }

  #closeSpare(): void {
    const spareSinceMs = this.#clock.monotonicNow() - SPARE_AFTER_MS;
    for (const [socket, { responding, waitsSinceMs }] of this.#connections)
      if (responding.size === 0 && waitsSinceMs <= spareSinceMs) socket.destroy();
  }

  #open(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    const siblings = this.#perAddress.get(address) ?? 0;
    if (siblings >= this.#limits.connectionsPerAddressMax) return void socket.destroy();
    if (this.count >= this.#limits.connectionsMax * (1 - SCARCE_SHARE)) this.#closeSpare();
    const waitsSinceMs = this.#clock.monotonicNow();
    this.#connections.set(socket, { address, responding: new Set(), waitsSinceMs, quietLooks: 0, bytesRead: 0 });
    this.#perAddress.set(address, siblings + 1);
    socket.once('close', () => this.#close(socket));
  }

  #response(socket: Socket, response: ServerResponse): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    connection.responding.add(response);
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
    const left = (this.#perAddress.get(connection.address) ?? 1) - 1;
    if (left === 0) this.#perAddress.delete(connection.address);
    else this.#perAddress.set(connection.address, left);
  }
}

function announceEnd(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
