import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import type { Clock } from '../../../protocol/clock.ts';
import type { Limits } from '../settings/limits.ts';

interface Connection {
  readonly address: string;
  readonly answering: Set<ServerResponse>;
  /** When it was last seen to send something or to have its answer. */
  quietSinceMs: number;
  bytesRead: number;
}

type ConnectionLimits = Pick<Limits, 'connectionsMax' | 'connectionsPerAddressMax'>;

/** With fewer places left than this share, connections that only wait are closed. */
const SCARCE_SHARE = 0.1;
/** A connection that has waited this long makes room for another; its client opens a new one without losing anything. */
const SPARE_AFTER_MS = 1_000;

/**
 * The open connections of a server and what each is answering. Node's own list calls a connection idle as soon as its
 * answer was handed over, and cuts answers off that are still on their way; here it is idle when the answer has left.
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
      this.#answer(request.socket, response),
    );
  }

  get count(): number {
    return this.#connections.size;
  }

  /** Whether an answer has begun to travel on this connection, so that nothing else may be written to it. */
  isAnswering(socket: Socket): boolean {
    return [...(this.#connections.get(socket)?.answering ?? [])].some(({ headersSent }) => headersSent);
  }

  /** From now on every answer tells its client that the connection ends with it. */
  endAfterAnswers(): void {
    this.#isEnding = true;
    for (const { answering } of this.#connections.values()) for (const response of answering) announceEnd(response);
  }

  /** Closes the connections on which nothing has moved for this long and nothing is being answered. */
  closeQuiet(quietMs: number): void {
    const nowMs = this.#clock.monotonicNow();
    for (const [socket, connection] of this.#connections) {
      if (socket.bytesRead !== connection.bytesRead) {
        connection.bytesRead = socket.bytesRead;
        connection.quietSinceMs = nowMs;
      }
      if (connection.answering.size === 0 && nowMs - connection.quietSinceMs >= quietMs) socket.destroy();
    }
  }

  #open(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    const siblings = this.#perAddress.get(address) ?? 0;
    if (siblings >= this.#limits.connectionsPerAddressMax) return void socket.destroy();
    if (this.count >= this.#limits.connectionsMax * (1 - SCARCE_SHARE)) this.closeQuiet(SPARE_AFTER_MS);
    const quietSinceMs = this.#clock.monotonicNow();
    this.#connections.set(socket, { address, answering: new Set(), quietSinceMs, bytesRead: 0 });
    this.#perAddress.set(address, siblings + 1);
    socket.once('close', () => this.#close(socket));
  }

  #answer(socket: Socket, response: ServerResponse): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    connection.answering.add(response);
    if (this.#isEnding) announceEnd(response);
    response.once('close', () => {
      connection.answering.delete(response);
      connection.quietSinceMs = this.#clock.monotonicNow();
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
