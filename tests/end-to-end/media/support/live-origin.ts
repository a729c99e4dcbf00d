import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LiveEncoder, type EncoderOptions } from './live-encoder.ts';
import type { LoopName } from './live-loop.ts';

/** Duration of a piece; a usual window contains eight pieces. */
const PIECE_MS = 500;
const USUAL: EncoderOptions = {
  loop: 'usual',
  partsPerSegment: 1,
  windowSegments: 8,
  clockErrorMs: 0,
  isEvent: false,
};
const CORS = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' };
/** How long a request for a file that does not exist yet is held. */
const HELD_MS = 5_000;

export interface LiveOriginOptions extends Partial<EncoderOptions> {
  /** Number of pieces written before the first request; 0 for a stream that has not begun. */
  readonly writtenFirst?: number;
  /** Whether the address of the stream redirects to another folder. */
  readonly isMoved?: boolean;
}

/**
 * An encoder and the server in front of it, on a separate origin. The encoder writes until a test stops it, and needs only
 * the prepared loops.
 */
export class LiveOrigin {
  readonly encoder: LiveEncoder;
  /** Paths and queries of the requests, in order. */
  readonly requests: string[] = [];
  readonly #isMoved: boolean;
  readonly #server = createServer((request, response) => this.#reply(request, response));
  #timer: NodeJS.Timeout | undefined;
  #waiting: (() => boolean)[] = [];

  private constructor(encoder: LiveEncoder, isMoved: boolean) {
    this.encoder = encoder;
    this.#isMoved = isMoved;
  }

  static async start({
    writtenFirst = USUAL.windowSegments,
    isMoved = false,
    ...options
  }: LiveOriginOptions = {}): Promise<LiveOrigin> {
    const origin = new LiveOrigin(await LiveEncoder.create({ ...USUAL, ...options }), isMoved);
    const nowMs = Date.now();
    for (let index = writtenFirst; index > 0; index -= 1) origin.encoder.write(nowMs - index * PIECE_MS);
    if (writtenFirst > 0) origin.goOn();
    await new Promise<void>((resolve) => origin.#server.listen(0, '127.0.0.1', resolve));
    return origin;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${this.#isMoved ? 'moved' : 'live'}/master.m3u8`;
  }

  /** Makes the encoder write in real time from now on. */
  goOn(): void {
    this.stop();
    this.#timer = setInterval(() => {
      this.encoder.write(Date.now());
      this.#waiting = this.#waiting.filter((serve) => !serve());
    }, PIECE_MS);
  }

  /** Writes so many pieces at once, as if time had passed. */
  leap(pieces: number): void {
    for (let index = 0; index < pieces; index += 1) this.encoder.write(Date.now());
  }

  /** Stops the encoder; its files are still served. */
  stop(): void {
    clearInterval(this.#timer);
  }

  change(loop: LoopName): Promise<void> {
    return this.encoder.change(loop);
  }

  restart(): void {
    this.encoder.restart();
    this.encoder.write(Date.now());
    this.goOn();
  }

  end(): void {
    this.stop();
    this.encoder.end();
    this.#waiting = this.#waiting.filter((serve) => !serve());
  }

  async close(): Promise<void> {
    this.stop();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #reply(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams, search } = new URL(request.url ?? '', this.url);
    this.requests.push(pathname + search);
    if (pathname === '/moved/master.m3u8') {
      response.writeHead(302, { ...CORS, Location: `/live/master.m3u8${search}` }).end();
      return;
    }
    const name = pathname.slice('/live/'.length);
    const deadlineMs = Date.now() + HELD_MS;
    const serve = (): boolean => {
      const content = this.#find(name, searchParams);
      if (content === undefined && Date.now() < deadlineMs && this.#mayCome(name, searchParams)) return false;
      if (response.destroyed) return true;
      response.writeHead(content === undefined ? 404 : 200, { ...CORS, 'Content-Type': typeOf(name) });
      response.end(content);
      return true;
    };
    if (!serve()) this.#waiting.push(serve);
  }

  #find(name: string, query: URLSearchParams): string | Uint8Array | undefined {
    if (!name.endsWith('.m3u8')) return this.encoder.files.get(name);
    if (!this.encoder.hasBegun) return undefined;
    if (name === 'master.m3u8') return this.encoder.multivariant();
    const sequence = query.get('_HLS_msn');
    const part = Number(query.get('_HLS_part') ?? Infinity);
    return sequence === null || this.encoder.has(Number(sequence), part) ? this.encoder.playlist() : undefined;
  }

  /** Whether a request may wait: for a blocking reload, or for a part that a playlist has announced. */
  #mayCome(name: string, query: URLSearchParams): boolean {
    return this.encoder.hasBegun && (query.has('_HLS_msn') || /^\d+-\d+\.\d+\./.test(name));
  }
}

function typeOf(name: string): string {
  if (name.endsWith('.m3u8')) return 'application/vnd.apple.mpegurl';
  return name.endsWith('.ts') ? 'video/mp2t' : 'video/mp4';
}
