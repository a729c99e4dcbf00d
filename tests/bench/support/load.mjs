import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { LOG_PATH, makeBatch, makeEvent } from './sender.mjs';

/**
 * Keeps a server busy until this process is ended: `node load.mjs PORT KIND [NETWORK]`. Every connection has a source
 * address in 127.0.0.0/8, which only Linux allows.
 */
const [port, kind, network] = [Number(process.argv[2]), process.argv[3], process.argv[4] ?? 1];
const PAGE = 'GET /embed/orieldemo01 HTTP/1.1\r\nHost: localhost\r\n\r\n';
const SHORT = 'GET /generate_204 HTTP/1.1\r\nHost:x\r\n\r\n';
const UNREAD = 'GET /media/demo/poster.jpg HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(16);
const EVENTS_PER_POST = 90;
const REOPEN_MS = 100;
const ARRIVAL_TICK_MS = 10;
const ARRIVALS_PER_SECOND = 400;

/** Opens a connection, again after each time that it closes; `onOpen` receives each socket. */
function keepOpen(localAddress, onOpen) {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('connect', () => onOpen(socket));
  socket.on('error', () => undefined);
  socket.on('close', () => setTimeout(keepOpen, REOPEN_MS, localAddress, onOpen));
}

/** Requests a page, and the next page as soon as a response is complete. */
function browse(socket) {
  let text = '';
  socket.write(PAGE);
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    const headEnd = text.indexOf('\r\n\r\n');
    const length = Number(/content-length: (\d+)/i.exec(text.slice(0, headEnd))?.[1] ?? 0);
    if (headEnd < 0 || text.length < headEnd + 4 + length) return;
    text = '';
    socket.write(PAGE);
  });
}

/** Sends a request, and the next request as soon as a response begins. */
function send(makeRequest) {
  return (socket) => {
    socket.on('data', (chunk) => {
      if (chunk.toString('latin1').startsWith('HTTP/1.1')) socket.write(makeRequest());
    });
    socket.write(makeRequest());
  };
}

function post(path, type, body, headers = '') {
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n${headers}`;
  return Buffer.concat([Buffer.from(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`), Buffer.from(body)]);
}

/** Sends log requests, each with many events of a new session. */
const sendEvents = send(() => {
  const session = randomBytes(16).toString('hex');
  const events = Array.from({ length: EVENTS_PER_POST }, (_, index) => makeEvent(session, index));
  return post(LOG_PATH, 'application/json', makeBatch(events));
});

const always = (request) => send(() => request);
const GZIP = 'Content-Encoding: gzip\r\n';
const manyFields = gzipSync('%f0%9f&'.repeat(599_000));
const manyKeys = gzipSync(`{${Array.from({ length: 99_000 }, (_, index) => `"\\ud800${index}":0`).join(',')}}`);
const get = (address, headers = '') => `GET ${address} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;
/** Inputs that are cheap to send and would be expensive to parse. */
const INPUTS = {
  forms: always(post('/error_204?type=x&msg=y', 'text/plain', manyFields, GZIP)),
  calls: always(post('/youtubei/v1/player', 'application/json', manyKeys, GZIP)),
  languages: always(get('/embed/orieldemo01', `Accept-Language: ${'_,'.repeat(7_500)}\r\n`)),
  parameters: always(get(`/embed/orieldemo01?${'%f0%9f&'.repeat(2_100)}`)),
  escapes: always(get(`/media/${'%f0/'.repeat(3_700)}`)),
};

/** Requests a file sixteen times and reads no response. */
function readNothing(socket) {
  socket.pause();
  socket.write(UNREAD);
}

function pipeline(socket) {
  socket.resume();
  socket.write(SHORT.repeat(Math.ceil(60_000 / SHORT.length)));
}

/** Begins a body, and sends a byte of it each second. */
function dribble(socket) {
  socket.resume();
  socket.write('POST /youtubei/v1/log_event HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n{');
  const timer = setInterval(() => socket.write(' '), 1_000);
  socket.on('close', () => clearInterval(timer));
}

/** Begins a header, and sends a byte of it each second. */
function dribbleHeaders(socket) {
  socket.resume();
  socket.write('GET / HTTP/1.1\r\nX-Slow: ');
  const timer = setInterval(() => socket.write('a'), 1_000);
  socket.on('close', () => clearInterval(timer));
}

/** Opens a new connection for each request, as a proxy without keep-alive does; each is for a new client behind the proxy. */
function arrive(perSecond, write) {
  const startedMs = performance.now();
  let opened = 0;
  setInterval(() => {
    const due = ((performance.now() - startedMs) / 1_000) * perSecond;
    for (; opened < due; opened++) {
      const forwardedFor = `2001:db8:${(opened % 0x1_00_00).toString(16)}::1`;
      const socket = connect({ port, host: '127.0.0.1', localAddress: `127.${network}.${opened % 250}.1` });
      socket.on('connect', () => write(socket, forwardedFor));
      socket.on('error', () => undefined);
      socket.resume();
    }
  }, ARRIVAL_TICK_MS);
}

function askOnce(socket, forwardedFor) {
  socket.write(
    `GET /generate_204 HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${forwardedFor}\r\nConnection: close\r\n\r\n`,
  );
}

/** Begins a body, and closes the connection soon after. */
function beginOnly(socket, forwardedFor) {
  const head = `POST ${LOG_PATH} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${forwardedFor}`;
  socket.write(`${head}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`);
  setTimeout(() => socket.destroy(), REOPEN_MS);
}

const repeat = (count, addressOf, onOpen) => {
  for (let index = 0; index < count; index++) keepOpen(addressOf(index), onOpen);
};

const KINDS = {
  'busy-300': () => repeat(300, (index) => `127.${network}.${index % 30}.1`, browse),
  'busy-500': () => repeat(500, () => `127.${network}.0.1`, browse),
  pipelining: () => repeat(200, () => `127.${network}.0.1`, pipeline),
  posts: () => repeat(200, () => `127.${network}.0.1`, sendEvents),
  'posts-wide': () => repeat(480, (index) => `127.${network}.${index % 60}.1`, sendEvents),
  unread: () => repeat(1_000, () => `127.${network}.0.1`, readNothing),
  bodies: () => repeat(256, (index) => `127.${network}.${index % 4}.1`, dribble),
  arrivals: () => arrive(ARRIVALS_PER_SECOND, askOnce),
  'arrivals-begun': () => arrive(ARRIVALS_PER_SECOND, beginOnly),
  ...Object.fromEntries(
    Object.entries(INPUTS).map(([name, onOpen]) => [
      name,
      () => repeat(72, (index) => `127.${network}.${index % 12}.1`, onOpen),
    ]),
  ),
  connections: () => repeat(2_048, (index) => `127.${network}.${index % 2}.1`, dribbleHeaders),
};
KINDS[kind]();
