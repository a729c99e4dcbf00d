import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { printTable, startServer } from './support/measure.mjs';

/**
 * The reference provider under all attacks at once, with its default limits, and the effect on a normal viewer: latency
 * of pages, memory and descriptors of the server, and growth of the database. Every client has a separate address
 * (Linux only). `--minutes=10` is the duration.
 */
const MINUTES = Number(process.argv.find((word) => word.startsWith('--minutes='))?.slice('--minutes='.length) ?? 10);
const MAX_BYTES = 67_108_864;
const HONEST = '127.0.0.2';
const REPORTS = 10;

/** Default rate limits: an empty variable is the default. */
const usualRates = Object.fromEntries(
  ['CALLS', 'VIEWER_CALLS', 'PAGES', 'FILES', 'BODY_BYTES'].map((name) => [`ORIEL_${name}_PER_SECOND`, '']),
);
const server = await startServer({ ...usualRates, ORIEL_DATABASE_MAX_BYTES: String(MAX_BYTES) });
const endMs = performance.now() + MINUTES * 60_000;
const isOver = () => performance.now() >= endMs;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const agents = new Map();
const agentOf = (address) => {
  if (!agents.has(address)) agents.set(address, new Agent({ keepAlive: true, maxSockets: 16, localAddress: address }));
  return agents.get(address);
};

/** Resolves with the status, or 0 without a response. */
function send(address, { method = 'GET', path, headers = {}, body }) {
  return new Promise((resolve) => {
    const options = { port: server.port, host: '127.0.0.1', method, path, headers, agent: agentOf(address) };
    const sent = request(options, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
      response.on('error', () => resolve(0));
    });
    sent.on('error', () => resolve(0));
    sent.end(body);
  });
}

const json = { 'Content-Type': 'application/json' };
const gzip = { ...json, 'Content-Encoding': 'gzip' };
const logPath = '/youtubei/v1/log_event';
const client = { clientName: 'WEB_EMBEDDED_PLAYER', clientVersion: '1' };
const event = (session, index, more = {}) => ({
  clientEventId: `${session}.${index}`,
  eventTimeMs: Date.now(),
  tier: 100,
  sequence: { id: session, index },
  name: 'playerStateChanged',
  payload: { from: 3, to: 1, mediaTimeSeconds: 12.5, videoId: 'orieldemo01' },
  ...more,
});
const session = () => randomBytes(16).toString('hex');
const post = (body, headers = json) => ({ method: 'POST', path: logPath, headers, body });
const batch = (count, more = {}, over = {}) => {
  const id = session();
  const events = Array.from({ length: count }, (_, index) => event(id, index, more));
  return JSON.stringify({ context: { client }, events, requestTimeMs: Date.now(), ...over });
};

/** One request of each attack; each is repeated from a separate address. */
const ATTACKS = {
  'half a surrogate pair in a name': () => post(batch(1).replace('playerStateChanged', () => String.raw`a\ud800b`)),
  'a hundred sessions and a version of megabytes, packed': () =>
    post(gzipSync(batch(1, {}, { context: { client: { ...client, clientVersion: '9'.repeat(3_900_000) } } })), gzip),
  'a million brackets, packed': () => post(gzipSync(`[${'[],'.repeat(1_000_000)}[]]`), gzip),
  'counts past all numbers': () => post(batch(1, {}, { dropped: [{ reason: 'main', count: 2 ** 53 - 1 }] })),
  'invented names and reasons': () =>
    post(batch(100, { name: session() }, { dropped: [{ reason: session(), count: 1 }] })),
  'events without end': () => post(batch(100)),
  'HEAD of a film': () => ({ method: 'HEAD', path: '/media/demo/progressive-240.mp4' }),
  'somebody else’s name': () => ({ path: '/provider/api/events', headers: { Host: 'evil.example' } }),
  'reports of errors': () => ({
    method: 'POST',
    path: '/error_204?type=t&msg=m',
    headers: { 'Content-Type': 'text/plain' },
    body: `stack=${'x'.repeat(60_000)}`,
  }),
};

async function attack(makeRequest, address) {
  const statuses = new Map();
  const one = async () => {
    while (!isOver()) {
      const status = await send(address, makeRequest());
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      /** A refused client repeats at once, as attackers do, but leaves some capacity for the measurement. */
      await pause(status === 429 || status === 0 ? 20 : 2);
    }
  };
  await Promise.all([one(), one(), one(), one()]);
  return statuses;
}

/** Connections that send only the beginning of a body. */
async function stall(address) {
  let opened = 0;
  while (!isOver()) {
    const socket = connect({ port: server.port, host: '127.0.0.1', localAddress: address });
    socket.on('error', () => undefined);
    socket.write(`POST ${logPath} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n{`);
    opened += 1;
    await pause(100);
  }
  return new Map([['opened', opened]]);
}

/** Another process that occasionally holds the lock of the database for a while. */
const LOCKER = `
  import { createClient } from '@libsql/client';
  const client = createClient({ url: process.argv[1] });
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  for (;;) {
    try { const held = await client.transaction('write'); await pause(3_000); await held.rollback(); } catch {}
    await pause(9_000);
  }`;
const databasePath = join(server.dataFolder, 'provider.db');
const locker = spawn(process.execPath, ['--input-type=module', '-e', LOCKER, `file:${databasePath}`], {
  stdio: 'ignore',
});

const pageMs = [];
async function watch() {
  while (!isOver()) {
    const startedMs = performance.now();
    const status = await send(HONEST, { path: '/embed/orieldemo01' });
    pageMs.push([performance.now() - startedMs, status]);
    await pause(50);
  }
}

function childrenOf(id) {
  return readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').trim().split(/\s+/).filter(Boolean);
}

const residentMegabytes = (id) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
const bytesOf = (path) => {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
};

const rows = [];
async function report() {
  for (let part = 1; part <= REPORTS; part += 1) {
    await pause((MINUTES * 60_000) / REPORTS);
    const [database] = childrenOf(server.processId);
    const durations = pageMs.map(([ms]) => ms).sort((one, other) => one - other);
    rows.push([
      `${((part * MINUTES) / REPORTS).toFixed(1)} min`,
      residentMegabytes(server.processId).toFixed(0),
      database === undefined ? '-' : residentMegabytes(database).toFixed(0),
      readdirSync(`/proc/${server.processId}/fd`).length,
      ((bytesOf(databasePath) + bytesOf(`${databasePath}-wal`)) / 2 ** 20).toFixed(0),
      (durations[Math.floor(durations.length * 0.99)] ?? Number.NaN).toFixed(0),
      pageMs.filter(([, status]) => status !== 200).length,
    ]);
  }
}

const attacks = Object.entries(ATTACKS).map(([, makeRequest], index) => attack(makeRequest, `127.0.0.${index + 10}`));
const [, , stalled, ...outcomes] = await Promise.all([watch(), report(), stall('127.0.0.3'), ...attacks]);
locker.kill();

printTable(
  `Under all attacks at once, ${MINUTES} minutes; ${pageMs.length} pages of an honest viewer`,
  ['after', 'server MB', 'database MB', 'descriptors', 'files MB', 'p99 of pages ms', 'pages refused'],
  rows,
);
printTable(
  'Answers to attacks, by status; 0 is a connection that was closed',
  ['attack', 'answers'],
  [...Object.keys(ATTACKS), 'bodies that stop'].map((name, index) => [
    name,
    [...(outcomes[index] ?? stalled)].map(([status, count]) => `${status}: ${count}`).join(', '),
  ]),
);
for (const agent of agents.values()) agent.destroy();
await server.stop();
process.exit(0);
