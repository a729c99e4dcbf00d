// @module-tag random
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Random } from '../../../protocol/runtime/clock.ts';
import { createSeededRandom } from '../../support/fake-clock.ts';
import { randomRuns } from '../../support/random-runs.ts';
import { batch, LOG_EVENT, wireEvent } from './support/events.ts';
import { openRawConnection } from './support/raw-connection.ts';
import { context, openTestProvider, readJson, type TestProvider } from './support/test-provider.ts';
import { startTestProvider } from './support/start-test-provider.ts';

/** To repeat a run with its seed: ORIEL_TEST_SEED=… npm test. */
const SEED = Number(process.env['ORIEL_TEST_SEED'] ?? 1);
const REQUESTS = randomRuns(20_000);
/** Concurrent requests: while some wait for the disk, others use the processor. */
const AT_ONCE = 8;

const STRANGE_TEXTS = [
  '',
  '\\ud800',
  '\\udc00\\ud800',
  '\u0000',
  '..%2f..%2f',
  '%E0%A4%A',
  '__proto__',
  'a'.repeat(5_000),
  '💥',
];
const STRANGE_NUMBERS = ['1e308', '-1', '9007199254740993', '0.1', '1e-400', '-0', '1e999', 'null', '"7"', '[]', '{}'];
const STRANGE_HEADERS: readonly (readonly [string, string])[] = [
  ['Content-Type', 'multipart/form-data'],
  ['Content-Type', 'application/json; charset=utf-16'],
  ['Content-Encoding', 'gzip'],
  ['Content-Encoding', 'br, gzip'],
  ['X-Goog-Visitor-Id', 'a.b'],
  ['X-Goog-Request-Time', '1e999'],
  ['Range', 'bytes=5-1,-0,99999999999999999999-'],
  ['If-None-Match', '*'],
  ['If-Range', '"'],
  ['Accept-Encoding', 'br;q=0, gzip;q=x'],
  ['Accept-Language', '*;q=9, x-y-z'],
  ['Origin', 'null'],
  ['Referer', 'http://[::1'],
  ['Cookie', '__Host-oriel-visitor=; a==; ;;'],
  ['Authorization', 'Basic %%%'],
  ['X-Forwarded-For', '1,2,3,,'],
  ['Sec-Fetch-Site', 'nowhere'],
];

interface Dice {
  below(end: number): number;
  of<T>(items: readonly T[]): T;
}

function diceOf(random: Random): Dice {
  const below = (end: number): number => Math.floor(random.fraction() * end);
  return { below, of: (items) => items[below(items.length)] as (typeof items)[number] };
}

/** Valid JSON of a call, mutated in up to three places. */
function strangeJson(dice: Dice): string {
  const event = wireEvent(dice.below(1_000_000));
  const whole = dice.of<object>([
    batch([], { events: [event] }),
    batch([], { events: [event], dropped: [{ reason: 'main', count: 1 }] }),
    { context: context(), videoId: 'orieldemo01', playlistId: 'WL', heartbeatToken: 'a.b', sequenceNumber: 1 },
    { context: context(), actions: [{ action: 'ACTION_ADD_VIDEO', addedVideoId: 'orieldemo01' }], playlistId: 'WL' },
    {
      context: context(),
      feedbackTokens: ['a.b'],
      feedbackContext: {},
      channelIds: ['c'],
      botguardResponse: '12~a.b~c',
    },
  ]);
  let text = JSON.stringify(whole);
  // One body in four stays valid, so that some data is accepted.
  for (let times = dice.below(4); times > 0; times -= 1) text = strangeStep(text, dice);
  return text;
}

function strangeStep(text: string, dice: Dice): string {
  const at = dice.below(text.length);
  switch (dice.below(7)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.replace(/"[^"]*"(?=[,}\]])/, () => `"${dice.of(STRANGE_TEXTS)}"`);
    case 2:
      return text.replace(/(?<=:)\d+/, () => dice.of(STRANGE_NUMBERS));
    case 3:
      return `${text.slice(0, at)}${'['.repeat(dice.below(200))}${text.slice(at)}`;
    case 4:
      return `${text}\n${text}`;
    case 5:
      return text.replace('{', `{"${dice.of(STRANGE_TEXTS)}":${dice.of(STRANGE_NUMBERS)},`);
    default:
      return text.slice(0, at) + String.fromCodePoint(dice.below(0x3000)) + text.slice(at + 1);
  }
}

function strangeBody(dice: Dice): BodyInit {
  const text = strangeJson(dice);
  if (dice.below(4) > 0) return text;
  const packed = gzipSync(text);
  if (dice.below(2) === 0) packed[dice.below(packed.length)] = dice.below(256);
  return new Uint8Array(packed.subarray(0, dice.below(3) === 0 ? dice.below(packed.length) : packed.length));
}

/** An address of a route, with random values for its parameters. */
function addressOf(route: string, dice: Dice): string {
  const filled = route.replaceAll(/:\w+|\*/g, () => encodeURI(dice.of(STRANGE_TEXTS)).slice(0, 300));
  return dice.below(3) === 0
    ? `${filled}?${dice.of(['url', 'video_id', 'limit', 'list', 'contains', 'type'])}=${encodeURI(dice.of(STRANGE_TEXTS)).slice(0, 300)}`
    : filled;
}

async function readAll(provider: TestProvider): Promise<number> {
  for (const path of ['summary', 'events?limit=1000', 'batches?limit=1000', 'sessions?limit=1000', 'errors?limit=1000'])
    expect([path, (await provider.get(`/provider/api/${path}`)).status]).toEqual([path, 200]);
  const { count } = (await (await provider.get('/provider/api/events/count')).json()) as { count: number };
  return count;
}

test(
  `${REQUESTS} malformed requests over all routes get a response, and accepted data can be read`,
  { timeout: 240_000 },
  async () => {
    const dice = diceOf(createSeededRandom(SEED));
    const bugs: unknown[] = [];
    const provider = await openTestProvider({ onBug: (bug) => bugs.push(bug) });
    const routes = provider.app.routes.filter(({ method, path }) => method !== 'ALL' && path !== '/*');
    expect(new Set(routes.map(({ path }) => path)).size).toBeGreaterThan(30);
    let accepted = 0;
    const send = async (index: number): Promise<void> => {
      const { method, path } = dice.of(routes);
      const hasBody = method === 'POST';
      const headers = new Headers(hasBody && dice.below(2) === 0 ? { 'Content-Type': 'application/json' } : {});
      for (let times = dice.below(3); times > 0; times -= 1)
        headers.append(...(dice.of(STRANGE_HEADERS) as [string, string]));
      const address = new URL(addressOf(path, dice), 'http://localhost');
      const response = await provider.fetch(
        new Request(address, { method, headers, ...(hasBody ? { body: strangeBody(dice) } : {}) }),
      );
      const told = `${method} ${address.pathname} ${response.status} seed ${SEED} request ${index}`;
      expect(response.status, told).toBeLessThan(500);
      if (hasBody && response.status >= 400 && address.pathname.startsWith('/youtubei/'))
        expect(await readJson(response), told).toHaveProperty('error.message');
      else if (hasBody && response.status === 200 && /\/(?:log_event|video_stats)$/.test(address.pathname)) {
        const reply = await readJson(response);
        accepted += Number(reply['accepted']);
      } else await response.body?.cancel();
    };
    // Each request draws its random values before its first `await`, so concurrent requests keep a run repeatable.
    for (let index = 0; index < REQUESTS; index += AT_ONCE)
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, REQUESTS - index) }, (_, one) => send(index + one)));
    expect(bugs).toEqual([]);
    expect(accepted).toBeGreaterThan(REQUESTS / 1_000);
    expect(await readAll(provider)).toBe(accepted);
    expect((await provider.post(LOG_EVENT, batch([5]))).status).toBe(200);
  },
);

test(
  'partial bodies, duplicate headers and malformed requests leave the server working',
  { timeout: 120_000 },
  async () => {
    const dice = diceOf(createSeededRandom(SEED));
    const running = await startTestProvider({
      limits: { callsPerSecond: 0, pagesPerSecond: 0, requestTimeoutMs: 1_000 },
    });
    const body = JSON.stringify(batch([1]));
    const post = `POST ${LOG_EVENT} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
    const strange = [
      () => `${post}Content-Length: ${body.length}\r\n\r\n${body.slice(0, dice.below(body.length))}`,
      () => `${post}Content-Length: ${body.length}\r\nContent-Length: ${dice.below(9)}\r\n\r\n${body}`,
      () => `${post}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n5\r\nabcd`,
      () => `${post}Transfer-Encoding: chunked\r\n\r\n${'f'.repeat(20)}\r\n`,
      () => `${post}Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\n\x1f\x8b\x08`,
      () => `GET / HTTP/1.1\r\n\r\n`,
      () => `GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`,
      () => `GET /${'../'.repeat(20)}etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      () => `GET http://evil.example/embed/orieldemo01 HTTP/1.1\r\nHost: evil.example\r\n\r\n`,
      () => `OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      () => `CONNECT localhost:1 HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      () => `GET /embed/orieldemo01 HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
      () => String.fromCodePoint(...Array.from({ length: 200 }, () => dice.below(256))),
    ];
    for (let round = 0; round < 40; round += 1)
      await Promise.all(
        strange.map(async (write) => {
          const { socket } = await openRawConnection(running.port, write());
          if (dice.below(2) === 0) socket.end();
          else setImmediate(() => socket.destroy());
        }),
      );
    // All requests come from one address, whose next request would be refused while so many wait.
    await expect
      .poll(() => running.provider.metrics.text(), { timeout: 60_000 })
      .toMatch(/^oriel_requests_waiting 0$/m);
    const response = await fetch(running.url + LOG_EVENT, { method: 'POST', body: JSON.stringify(batch([2])) });
    expect(response.status).toBe(200);
    expect((await fetch(`${running.url}/embed/orieldemo01`)).status).toBeLessThan(500);
  },
);
