import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A slice holds ten of the shortest requests, so that at most 16 of a connection are without a response. */
const SLICE_BYTES = 256;

/**
 * Reads pipelined requests only after the responses to those before. Node's parser turns all that has arrived into
 * requests: 60 KB are 2000 of them, which take the process for seconds. Browsers and proxies do not pipeline.
 */
export function paceReading(server: Server): void {
  const connections = new WeakMap<Socket, PacedConnection>();
  const turns = new ReadingTurns();
  server.on('connection', (socket: Socket) => connections.set(socket, new PacedConnection(socket, turns)));
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) =>
    connections.get(request.socket)?.begin(request, response),
  );
}

/** One connection with pipelined requests is read in each turn of the event loop, so that many take no more than one. */
class ReadingTurns {
  readonly #waiting: (() => void)[] = [];

  add(read: () => void): void {
    this.#waiting.push(read);
    if (this.#waiting.length === 1) setImmediate(() => this.#next());
  }

  #next(): void {
    this.#waiting[0]?.();
    this.#waiting.shift();
    if (this.#waiting.length > 0) setImmediate(() => this.#next());
  }
}

/**
 * A listener for `readable` puts a socket in paused mode, also for Node's parser, which then receives the slices that
 * are read here.
 */
class PacedConnection {
  readonly #socket: Socket;
  readonly #turns: ReadingTurns;
  #isWaiting = false;
  #last: IncomingMessage | undefined;
  #unanswered = 0;
  #deliveredBytes = 0;
  /** The body of the last request ends here at the earliest: it began somewhere in the slice after the bytes counted then. */
  #bodyUntilBytes = 0;

  constructor(socket: Socket, turns: ReadingTurns) {
    this.#socket = socket;
    this.#turns = turns;
    socket.on('readable', () => this.#read());
    /** A body whose reader was full has room again. */
    socket.on('resume', () => this.#read());
  }

  begin(request: IncomingMessage, response: ServerResponse): void {
    this.#last = request;
    this.#unanswered += 1;
    const length = Number(request.headers['content-length'] ?? 0);
    this.#bodyUntilBytes = this.#deliveredBytes + (Number.isSafeInteger(length) ? length : 0);
    response.once('close', () => {
      this.#unanswered -= 1;
      if (this.#socket.readableLength === 0) this.#read();
      else this.#waitForTurn();
    });
  }

  #waitForTurn(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#turns.add(() => {
      this.#isWaiting = false;
      this.#read();
    });
  }

  #read(): void {
    while (this.#socket.readableLength > 0) {
      if (this.#isWaiting || !this.#mayRead()) return;
      const sliceBytes = Math.max(SLICE_BYTES, this.#bodyUntilBytes - this.#deliveredBytes);
      const slice = this.#socket.read(Math.min(this.#socket.readableLength, sliceBytes)) as Buffer | null;
      if (slice === null) return;
      this.#deliveredBytes += slice.byteLength;
    }
    /** Asks for more, and notices the end of the connection while a response is sent. */
    this.#socket.read(0);
  }

  /** Between requests, or within the body of the only one; never after what could not be read as a request. */
  #mayRead(): boolean {
    if (this.#socket.writableEnded) return false;
    if (this.#unanswered === 0) return true;
    const isFull = this.#last !== undefined && this.#last.readableLength >= this.#last.readableHighWaterMark;
    return this.#unanswered === 1 && this.#last?.complete === false && !isFull;
  }
}
