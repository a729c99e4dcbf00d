import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { bundleScript } from './bundle-script.mjs';

/** The video as one file, for the players in comparison. */
const MEDIA = '/media/';
const VIDEO_FILE = `${MEDIA}demo/progressive-240.mp4`;
export const VIDEO = 'controls autoplay muted style="display:block;width:100vw;height:100vh"';
/** A slow line delivers a file in packets; whole chunks of a server would arrive late, and favour small files. */
const PACKET_BYTES = 1_460;
/** Timers fire late by up to this much, which would slow the line down by a tenth. */
const TIMER_LAG_MS = 4;
const UNSHAPED = { roundTripMs: 0, bytesPerSecond: Number.POSITIVE_INFINITY };
export const HEAD = '<!doctype html><link rel="icon" href="data:,"><style>body{margin:0}</style>';

/**
 * One origin for all variants: the player's own server behind it, a bare `<video>`, hls.js alone on main, and a line of
 * a given speed in front of them. Shaping is done here because the browser's own excludes workers.
 *
 * @param line `roundTripMs` and `bytesPerSecond`; without it, as fast as the machine.
 * @param pages More pages, by path: `[type, body]`.
 */
export async function startFront(playerPort, line = UNSHAPED, pages = []) {
  const own = new Map([
    ['/bare.html', ['text/html', Buffer.from(`${HEAD}<video ${VIDEO} src="${VIDEO_FILE}"></video>`)]],
    ['/hls.html', ['text/html', Buffer.from(`${HEAD}<video ${VIDEO}></video><script src="/hls.js"></script>`)]],
    ['/blank.html', ['text/html', Buffer.from(HEAD)]],
    ...pages,
    ['/hls.js', ['text/javascript', brotliCompressSync(await bundleScript('players/hls.mjs'))]],
  ]);
  const opened = new WeakSet();
  // All connections share the line: a packet is sent when those before it are through.
  let freeAtMs = 0;
  const sentBytes = { all: 0, media: 0 };
  const count = ({ url }, { length }) => {
    sentBytes.all += length;
    if (url.startsWith(MEDIA)) sentBytes.media += length;
  };
  const send = async (incoming, response, chunk) => {
    const packetBytes = line.bytesPerSecond === Number.POSITIVE_INFINITY ? chunk.length : PACKET_BYTES;
    for (let start = 0; start < chunk.length; start += packetBytes) {
      const packet = chunk.subarray(start, start + packetBytes);
      const now = performance.now();
      freeAtMs = Math.max(freeAtMs, now - TIMER_LAG_MS) + (packet.length / line.bytesPerSecond) * 1_000;
      await sleep(freeAtMs - now);
      if (response.destroyed) return;
      response.write(packet);
      count(incoming, packet);
    }
  };

  const respond = async (incoming, response) => {
    // A new connection takes a round trip before its first request can be sent.
    const trips = opened.has(incoming.socket) ? 1 : 2;
    opened.add(incoming.socket);
    await sleep(line.roundTripMs * trips);
    const page = own.get(incoming.url.split('?')[0]);
    if (page === undefined) return forward(incoming, response);
    const [type, body] = page;
    const encoding = type === 'text/javascript' ? { 'content-encoding': 'br' } : {};
    response.writeHead(200, { 'content-type': type, 'content-length': body.length, ...encoding });
    await send(incoming, response, body);
    response.end();
  };
  const forward = async (incoming, response) => {
    const { method, url, headers } = incoming;
    const forwarded = request({ port: playerPort, method, path: url, headers });
    response.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
    const [replied] = await once(forwarded, 'response');
    response.writeHead(replied.statusCode ?? 502, replied.headers);
    response.flushHeaders();
    for await (const chunk of replied) await send(incoming, response, chunk);
    response.end();
  };

  const server = createServer((incoming, response) => {
    // A page that is closed aborts its requests.
    respond(incoming, response).catch(() => response.destroy());
  });
  server.listen(0);
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    port: server.address().port,
    /** Bodies of responses so far: `all`, and those of `media` alone. */
    sentBytes: () => ({ ...sentBytes }),
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

function sleep(ms) {
  return ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : Promise.resolve();
}
