import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { AUDIO_CODEC, VIDEO_CODEC } from './unusual-media.ts';

/** Behaviour of a steering server, by the name of its stream. */
export const STEERING = {
  /** Prefers the second pathway. */
  moves: { VERSION: 1, TTL: 300, 'PATHWAY-PRIORITY': ['b', 'a'] },
  /** The same, once all of the first pathway has been requested. */
  late: { VERSION: 1, TTL: 300, 'PATHWAY-PRIORITY': ['b', 'a'] },
  /** Wants to be asked again at once, under the same address. */
  loops: { VERSION: 1, TTL: 0, 'RELOAD-URI': 'steer', 'PATHWAY-PRIORITY': ['a', 'b'] },
  /** Wants to be asked again after more milliseconds than a timer of the browser counts. */
  overflows: { VERSION: 1, TTL: 3_000_000, 'PATHWAY-PRIORITY': ['a', 'b'] },
  /** Gives every field a value of another type. */
  misspells: { VERSION: 1, TTL: '?', 'RELOAD-URI': 7, 'PATHWAY-PRIORITY': { a: 1 }, 'PATHWAY-CLONES': [null, 7, {}] },
  /** Accepts the request and sends nothing. */
  silent: null,
  /** Sends a useful response of ten megabytes. */
  large: `{"VERSION":1,"TTL":300,"PATHWAY-PRIORITY":["b","a"]${' '.repeat(10_000_000)}}`,
} as const;
export type Steering = keyof typeof STEERING;

const MASTER = [
  '#EXTM3U',
  '#EXT-X-VERSION:7',
  '#EXT-X-CONTENT-STEERING:SERVER-URI="steer",PATHWAY-ID="a"',
  ...['a', 'b'].flatMap((pathway) => [
    `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound-${pathway}",NAME="Sound",DEFAULT=YES,AUTOSELECT=YES,URI="${pathway}/audio.m3u8"`,
    `#EXT-X-STREAM-INF:BANDWIDTH=298639,RESOLUTION=426x240,CODECS="${VIDEO_CODEC},${AUDIO_CODEC}",` +
      `AUDIO="sound-${pathway}",PATHWAY-ID="${pathway}"`,
    `${pathway}/video.m3u8`,
  ]),
  '',
].join('\n');

const LATER_SEGMENT = /\/00[1-9]\.m4s$/;

/**
 * A stream on two pathways with a steering server, on a separate origin. Where that server moves players, the
 * first pathway holds its later segments until the second one has been requested.
 */
export class SteeringCdn {
  /** Paths, in order. */
  readonly requests: string[] = [];
  readonly #folder: string;
  readonly #moved: Promise<void>;
  #resolveMoved: () => void = () => undefined;
  readonly #server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://cdn');
    response.setHeader('Access-Control-Allow-Origin', '*');
    this.requests.push(pathname);
    void this.#respond(pathname, response);
  });

  private constructor(folder: string) {
    this.#folder = folder;
    this.#moved = new Promise((resolve) => (this.#resolveMoved = resolve));
  }

  /** @param folder The files of the stream. */
  static async start(folder: string): Promise<SteeringCdn> {
    const cdn = new SteeringCdn(folder);
    await new Promise<void>((resolve) => cdn.#server.listen(0, '127.0.0.1', resolve));
    return cdn;
  }

  address(steering: Steering): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${steering}/master.m3u8`;
  }

  /** Requests of a stream for its files, below its folder. */
  requestsOf(steering: Steering): string[] {
    const folder = `/${steering}/`;
    return this.requests.filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length));
  }

  async #requested(steering: Steering, count: number): Promise<void> {
    while (this.requestsOf(steering).filter((path) => path.endsWith('.m4s')).length < count)
      await once(this.#server, 'request');
  }

  async #respond(path: string, response: ServerResponse): Promise<void> {
    const [, steering = '', name = '', ...rest] = path.split('/');
    if (name === 'master.m3u8') return void response.end(MASTER);
    if (steering === 'late' && name === 'steer') await this.#requested('late', 10);
    if (name === 'steer') return this.#steer(steering as Steering, response);
    const file = rest.join('/');
    if (steering === 'moves' && file === 'video.m3u8' && name === 'b') this.#resolveMoved();
    if (steering === 'moves' && name === 'a' && LATER_SEGMENT.test(file)) await this.#moved;
    await readFile(join(this.#folder, file)).then(
      (content) => response.end(content),
      () => response.writeHead(404).end(),
    );
  }

  #steer(steering: Steering, response: ServerResponse): void {
    const content = STEERING[steering];
    if (content === null) return;
    response.end(typeof content === 'string' ? content : JSON.stringify(content));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
