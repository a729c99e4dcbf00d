import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { shareKeys, type ShareKeys } from '../http/limits/address-key.ts';
import { FairQueue } from '../http/limits/fair-queue.ts';
import { PacedWork } from '../http/limits/paced-work.ts';

/** Runs a task in a later turn of the event loop. */
type Defer = (task: () => void) => void;

/** A slice holds five of the shortest requests, so that at most 16 of a connection are without a response. */
const SLICE_BYTES = 128;

/**
 * Reads pipelined requests only after the responses to earlier requests. Node's parser parses all received bytes at
 * once: 60 kB can be 2000 requests, which keep the process busy for seconds. Browsers and proxies do not pipeline.
 */
export function paceReading(server: Server, defer: Defer): void {
  const connections = new WeakMap<Socket, PacedConnection>();
  const turns = new ReadingTurns(defer);
  server.on('connection', (socket: Socket) => connections.set(socket, new PacedConnection(socket, turns)));
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) =>
    connections.get(request.socket)?.begin(request, response),
  );
}

/**
 * Connections that are read in one turn of the event loop: one for each network that waits, within these bounds. Requests of
 * many networks reach the queue where pages come first and overload is refused as fast as connections are accepted; one
 * network with many connections does not fill a turn. Each read costs half a millisecond.
 */
const READ_PER_TURN = { min: 4, max: 32 };

/**
 * Connections with a request to read, by the address that was read least recently. However many send at once, a turn of
 * the event loop stays short, and a new connection is accepted and read next.
 */
class ReadingTurns {
  readonly #waiting = new FairQueue<() => void>();
  readonly #work: PacedWork;

  constructor(defer: Defer) {
    this.#work = new PacedWork({
      defer,
      perTurn: () => Math.min(Math.max(this.#waiting.sites, READ_PER_TURN.min), READ_PER_TURN.max),
      waiting: () => this.#waiting.length,
      runNext: () => this.#waiting.next()?.(),
    });
  }

  /** @returns Removes the connection again. */
  add(keys: ShareKeys, read: () => void): () => void {
    const remove = this.#waiting.add(keys, read);
    this.#work.schedule();
    return remove;
  }
}

/**
 * A listener for `readable` puts a socket in paused mode, also for Node's parser, which then receives the slices that
 * are read here.
 */
class PacedConnection {
  readonly #socket: Socket;
  readonly #turns: ReadingTurns;
  readonly #keys: ShareKeys;
  /** Leaves the queue; set while the connection waits for its turn. */
  #stopWaiting: (() => void) | undefined;
  #last: IncomingMessage | undefined;
  #pending = 0;
  #deliveredBytes = 0;
  /** The body of the last request ends here at the earliest: it began somewhere in the slice after the bytes counted then. */
  #bodyUntilBytes = 0;

  constructor(socket: Socket, turns: ReadingTurns) {
    this.#socket = socket;
    this.#turns = turns;
    this.#keys = shareKeys(socket.remoteAddress ?? '');
    socket.on('readable', () => this.#read());
    // The reader of a body was full and has room again.
    socket.on('resume', () => this.#read());
    // A flood may close its connections before their turn: they would stay in the queue for as long as the flood lasts.
    socket.once('close', () => this.#stopWaiting?.());
  }

  begin(request: IncomingMessage, response: ServerResponse): void {
    this.#last = request;
    this.#pending += 1;
    const length = Number(request.headers['content-length'] ?? 0);
    this.#bodyUntilBytes = this.#deliveredBytes + (Number.isSafeInteger(length) ? length : 0);
    response.once('close', () => {
      this.#pending -= 1;
      this.#read();
    });
  }

  #read(): void {
    if (this.#isInBody()) this.#readSlices(() => this.#isInBody());
    // Requests more bytes, and so notices the end of the connection while a response is sent.
    if (this.#socket.readableLength === 0) return void this.#socket.read(0);
    if (this.#stopWaiting !== undefined || !this.#isBetweenRequests()) return;
    this.#stopWaiting = this.#turns.add(this.#keys, () => {
      this.#stopWaiting = undefined;
      this.#readSlices(() => this.#isBetweenRequests());
      this.#read();
    });
  }

  #readSlices(mayRead: () => boolean): void {
    while (this.#socket.readableLength > 0 && mayRead()) {
      const sliceBytes = Math.max(SLICE_BYTES, this.#bodyUntilBytes - this.#deliveredBytes);
      const slice = this.#socket.read(Math.min(this.#socket.readableLength, sliceBytes)) as Buffer | null;
      if (slice === null) return;
      this.#deliveredBytes += slice.byteLength;
    }
  }

  /** Also false after an unreadable request, whose refusal ended the connection. */
  #isBetweenRequests(): boolean {
    return this.#pending === 0 && !this.#socket.writableEnded && !this.#socket.destroyed;
  }

  /** Within the body of the only request, if its reader has room. */
  #isInBody(): boolean {
    const last = this.#last;
    if (last === undefined || last.complete || this.#pending !== 1 || this.#socket.writableEnded) return false;
    return last.readableLength < last.readableHighWaterMark;
  }
}
