import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { bundleScript } from './bundle-script.mjs';

/** Path of the video as one file, for the bare `<video>`. */
const MEDIA = '/media/';
const VIDEO_FILE = `${MEDIA}demo/progressive-240.mp4`;
export const VIDEO = 'controls autoplay muted style="display:block;width:100vw;height:100vh"';
/** Bodies are sent in packets: a whole chunk of the server would arrive only at its end, which would favour small files. */
const PACKET_BYTES = 1_460;
/** Timers fire up to this much late; uncorrected, that would slow the line down by a tenth. */
const TIMER_LAG_MS = 4;
const UNSHAPED = { roundTripMs: 0, bytesPerSecond: Number.POSITIVE_INFINITY };
export const HEAD = '<!doctype html><link rel="icon" href="data:,"><style>body{margin:0}</style>';

/**
 * One origin for all ways: forwards to the player's server, serves pages with a bare `<video>` and with hls.js on main, and
 * delays all responses as a line of a given speed would. The browser's own throttling does not reach workers.
 *
 * @param line `roundTripMs` and `bytesPerSecond`; by default as fast as the machine.
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
  // All connections share the line: a packet is sent when the packets before it have been sent.
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
    // A closed page aborts its requests, which is no failure.
    respond(incoming, response).catch(() => response.destroy());
  });
  server.listen(0);
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    port: server.address().port,
    /** Bytes of the response bodies so far: `all`, and only those below `/media/`. */
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
