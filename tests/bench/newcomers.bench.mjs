import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { printTable, startServer } from './support/measure.mjs';

/**
 * Response times of a new viewer, with a new connection and a new address, while other connections are busy or try to exhaust
 * the provider (Linux only): p50 and p99 of the embed page, p99 of a log request and of the readiness check, and how many of
 * these requests were refused. `--seconds=10` is the duration of each situation; `--only=pipelining` runs a single situation.
 */
const option = (name) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
const SECONDS = Number(option('seconds') ?? 10);
const GOAL_MS = 500;
const PAUSE_MS = 50;
/** After this long, the load has reached its full rate. */
const WARM_UP_MS = 2_000;

/** Default rate limits: an empty variable is the default. The busy connections run without limits, which would refuse them. */
const usualRates = Object.fromEntries(
  ['CALLS', 'VIEWER_CALLS', 'PAGES', 'FILES', 'BODY_BYTES'].map((name) => [`ORIEL_${name}_PER_SECOND`, '']),
);
/** The provider identifies clients by `X-Forwarded-For`. */
const behindProxy = { ...usualRates, ORIEL_TRUSTED_HOPS: '1' };
const SITUATIONS = [
  { kind: undefined, title: 'alone', rates: usualRates },
  { kind: 'busy-300', title: '300 busy connections of 30 sites', rates: {} },
  { kind: 'busy-500', title: '500 busy connections of one address', rates: {} },
  { kind: 'pipelining', title: '200 connections with 60 KB of pipelined requests', rates: usualRates },
  { kind: 'posts', title: '200 connections of one address with bodies of 90 events', rates: usualRates },
  { kind: 'posts-wide', title: '60 networks with 8 such connections each', rates: usualRates },
  { kind: 'unread', title: '1000 connections that read no response', rates: usualRates },
  { kind: 'bodies', title: '4 addresses with 64 slow bodies each', rates: usualRates },
  { kind: 'connections', title: '2 addresses with 1024 slow connections each', rates: usualRates },
  { kind: 'forms', title: '12 addresses with packed forms of 599 000 fields', rates: usualRates },
  { kind: 'calls', title: '12 addresses with packed calls of 99 000 keys', rates: usualRates },
  { kind: 'languages', title: '12 addresses that ask for 7 500 languages', rates: usualRates },
  { kind: 'parameters', title: '12 addresses with 2 100 parameters', rates: usualRates },
  { kind: 'escapes', title: '12 addresses with 3 700 broken escapes', rates: usualRates },
  { kind: 'arrivals', title: '400 new connections a second, each of another network', rates: behindProxy },
  { kind: 'arrivals-begun', title: '400 such a second that begin a body and close', rates: behindProxy },
].filter(({ kind }) => option('only') === undefined || option('only') === kind);

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves with status and duration; the status is 0 without a response. */
function send(port, localAddress, { path, body }) {
  return new Promise((resolve) => {
    const startedMs = performance.now();
    const end = (status) => resolve({ status, durationMs: performance.now() - startedMs });
    const method = body === undefined ? 'GET' : 'POST';
    const options = { port, host: '127.0.0.1', localAddress, path, method, agent: false };
    const sent = request(options, (response) => {
      response.resume();
      response.on('end', () => end(response.statusCode));
      response.on('error', () => end(0));
    });
    sent.setHeader('Content-Type', 'application/json');
    sent.on('error', () => end(0));
    sent.end(body);
  });
}

function logBody() {
  const id = randomBytes(16).toString('hex');
  const event = {
    clientEventId: `${id}.0`,
    eventTimeMs: Date.now(),
    tier: 100,
    sequence: { id, index: 0 },
    name: 'playerStateChanged',
    payload: { from: 3, to: 1, mediaTimeSeconds: 12.5, videoId: 'orieldemo01' },
  };
  const client = { clientName: 'WEB_EMBEDDED_PLAYER', clientVersion: '1' };
  return JSON.stringify({ context: { client }, events: [event], requestTimeMs: Date.now() });
}

async function measure({ kind, rates }) {
  const server = await startServer(rates);
  const load =
    kind && spawn(process.execPath, ['tests/bench/support/load.mjs', server.port, kind], { stdio: 'inherit' });
  await pause(WARM_UP_MS);
  const [pages, logs, checks] = [[], [], []];
  const endMs = performance.now() + SECONDS * 1_000;
  for (let index = 0; performance.now() < endMs; index++) {
    const address = `127.${100 + ((index >> 8) % 100)}.${index % 256}.1`;
    pages.push(await send(server.port, address, { path: '/embed/orieldemo01' }));
    logs.push(await send(server.port, address, { path: '/youtubei/v1/log_event', body: logBody() }));
    checks.push(await send(server.port, address, { path: '/readyz' }));
    await pause(PAUSE_MS);
  }
  load?.kill();
  await server.stop();
  return { pages, logs, checks };
}

const at = (responses, share) => {
  const sorted = responses.map(({ durationMs }) => durationMs).sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};
const refused = (responses) => responses.filter(({ status }) => status !== 200).length;

const rows = [];
for (const situation of SITUATIONS) {
  const { pages, logs, checks } = await measure(situation);
  const p99 = at(pages, 0.99);
  rows.push([
    situation.title,
    pages.length,
    at(pages, 0.5).toFixed(0),
    p99.toFixed(0),
    p99 < GOAL_MS ? 'yes' : 'no',
    refused(pages),
    at(logs, 0.99).toFixed(0),
    refused(logs),
    at(checks, 0.99).toFixed(0),
    refused(checks),
  ]);
}
printTable(
  `A new viewer's page, ms, a log, and the check of readiness; the goal is a p99 of pages below ${GOAL_MS}`,
  [
    'beside',
    'viewers',
    'p50',
    'p99',
    'goal met',
    'refused',
    'p99 of logs',
    'logs refused',
    'p99 of checks',
    'not ready',
  ],
  rows,
);
process.exit(0);
