import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import pg from 'pg';
import { runnerImport } from 'vite';
import { makeLargeCatalog } from './support/large-catalog.mjs';
import { printTable, startServer } from './support/measure.mjs';
import { LOG_PATH, makeBatch, makeEvent } from './support/sender.mjs';

/**
 * Throughput of the reference provider, in three parts.
 * First a large catalog: time until the server is ready, memory, pages during a thorough read, and time until a change is
 * served. `--videos=10000` is its size, 0 skips it; `--only=catalog` measures only this part.
 * Then requests a second with p50 and p99: of pages, of `page_config`, of `log_event` with 100 events in a body, of
 * `video_stats` with four events of a view, and of pages under log load; and memory over many requests. `--seconds=5` is the
 * duration of each measurement; `--requests=200000` is the number of requests for memory, 0 skips it.
 * Then pages and logs of a cluster on this machine, if its programs are installed: three providers behind nginx, three servers
 * of the stream, a consumer and PostgreSQL; and how many events a second the consumer stores. `--cluster=0` skips it.
 */
const option = (name, fallback) =>
  Number(process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(`--${name}=`.length) ?? fallback);
const SECONDS = option('seconds', 5);
const REQUESTS = option('requests', 200_000);
const CLUSTER = option('cluster', 1);
const VIDEOS = option('videos', 10_000);
const IS_CATALOG_ALONE = process.argv.includes('--only=catalog');
const CONNECTIONS = 8;
/** Too few connections to saturate the server: measures the latency of a viewer, not of a flood. */
const VIEWERS = 2;
const WARM_UP_MS = 1_000;
/** After this long without a new event, the consumer has stored all events. */
const QUIET_MS = 5_000;

/** Port of the server or cluster that is being measured. */
let port;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
if (VIDEOS > 0) await measureCatalog();
if (IS_CATALOG_ALONE) process.exit(0);
const server = await startServer();
({ port } = server);

const pages = () => ({ path: '/embed/orieldemo01' });
const pageConfigs = () => ({ path: '/youtubei/v1/page_config?video_id=orieldemo01' });
const session = () => randomBytes(16).toString('hex');
const logs = () => ({ path: LOG_PATH, body: logBody(session()) });
const stats = () => ({ path: '/youtubei/v1/video_stats', body: statsBody(session()) });

function logBody(sessionId) {
  return makeBatch(Array.from({ length: 100 }, (_, index) => makeEvent(sessionId, index)));
}

/** Events that a page sends together about a view: its start, a watched range, its dropped frames, and a change of quality. */
function statsBody(sessionId) {
  const videoId = 'orieldemo01';
  const startSeconds = Math.floor(Math.random() * 600);
  const ranges = [[startSeconds, startSeconds + 30]];
  const told = [
    ['playbackStarted', { videoId, startUpMs: 100 + Math.random() * 2_000, engine: 'worker', quality: 'hd720' }],
    ['playbackWatched', { videoId, ranges, before: [], quality: 'hd720' }],
    ['playbackFrames', { videoId, droppedFrames: 3, totalFrames: 750 }],
    ['playbackQualityChanged', { videoId, mediaTimeSeconds: 12.5, from: 'hd720', to: 'hd1080' }],
  ];
  const events = told.map(([name, payload], index) => ({
    clientEventId: `${sessionId}.${index}`,
    eventTimeMs: Date.now(),
    tier: 100,
    sequence: { id: sessionId, index },
    name,
    payload,
  }));
  const client = { clientName: 'WEB_EMBEDDED_PLAYER', clientVersion: '1', originalUrl: 'https://host.example' };
  return JSON.stringify({ context: { client }, events, requestTimeMs: Date.now() });
}

function send({ path, body }) {
  return new Promise((resolve, reject) => {
    const startedMs = performance.now();
    const method = body === undefined ? 'GET' : 'POST';
    const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const sent = request({ port, host: '127.0.0.1', path, method, headers, agent }, (response) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode, durationMs: performance.now() - startedMs }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Each connection sends the next request as soon as it has a response, until `isOver`. */
async function load(makeRequest, connections, isOver) {
  const responses = [];
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (!isOver(responses.length)) responses.push(await send(makeRequest()));
    }),
  );
  return responses;
}

async function measure(makeRequest, connections) {
  const startedMs = performance.now() + WARM_UP_MS;
  await load(makeRequest, connections, () => performance.now() >= startedMs);
  const endMs = performance.now() + SECONDS * 1_000;
  return summary(await load(makeRequest, connections, () => performance.now() >= endMs));
}

function summary(responses) {
  const sorted = responses.map(({ durationMs }) => durationMs).sort((one, other) => one - other);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  const refused = responses.filter(({ status }) => status >= 400).length;
  return { perSecond: responses.length / SECONDS, p50: at(0.5), p99: at(0.99), refused };
}

/** Measures `makeRequest` under log load. */
async function measureUnderLogs(makeRequest, connections) {
  let isOver = false;
  const poured = load(logs, CONNECTIONS, () => isOver);
  const measured = await measure(makeRequest, connections);
  isOver = true;
  await poured;
  return measured;
}

/** Resident memory of the server and of its database, in bytes; `NaN` on systems without this information. */
function residentBytes() {
  try {
    const children = readFileSync(`/proc/${server.processId}/task/${server.processId}/children`, 'utf8');
    return [server.processId, ...children.trim().split(/\s+/).filter(Boolean)]
      .map((id) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) * 1_024)
      .reduce((sum, bytes) => sum + bytes, 0);
  } catch {
    return Number.NaN;
  }
}

const rows = [];
const note = (name, { perSecond, p50, p99, refused }) =>
  rows.push([name, perSecond.toFixed(0), p50.toFixed(1), p99.toFixed(1), refused]);

note(`pages, ${CONNECTIONS} connections`, await measure(pages, CONNECTIONS));
note(`page_config, ${CONNECTIONS} connections`, await measure(pageConfigs, CONNECTIONS));
note(`log_event of 100 events, ${CONNECTIONS} connections`, await measure(logs, CONNECTIONS));
note(`video_stats of 4 events, ${CONNECTIONS} connections`, await measure(stats, CONNECTIONS));
const atRest = await measure(pages, VIEWERS);
note(`pages, ${VIEWERS} connections`, atRest);
const underLogs = await measureUnderLogs(pages, VIEWERS);
note(`the same while logs pour in`, underLogs);
printTable('Provider', ['what', 'a second', 'p50 ms', 'p99 ms', 'refused'], rows);
console.log(`p99 of pages under log load: ${(underLogs.p99 / atRest.p99).toFixed(1)} times that at rest`);

if (REQUESTS > 0) {
  const samples = [];
  const part = REQUESTS / 8;
  for (let done = 0; done < REQUESTS; done += part) {
    const makers = [pages, pageConfigs, pages, logs];
    let sent = 0;
    await load(
      () => makers[sent++ % makers.length](),
      CONNECTIONS,
      (count) => count >= part,
    );
    samples.push([Math.round(done + part), (residentBytes() / 2 ** 20).toFixed(0)]);
  }
  printTable('Resident memory, server and database', ['requests', 'MB'], samples);
}

await server.stop();
if (CLUSTER > 0) await measureCluster();
agent.destroy();

async function measureCluster() {
  const { module } = await runnerImport('tests/support/cluster/cluster.ts', { configFile: false });
  const missing = module.missingPrograms();
  if (missing.length > 0) return console.log(`\nNo cluster: ${missing.join(', ')} not installed.`);
  const { cluster, stop } = await module.Cluster.start();
  const database = new pg.Client({ connectionString: cluster.databaseUrl });
  try {
    await database.connect();
    ({ port } = cluster);
    rows.length = 0;
    note(`pages, ${CONNECTIONS} connections`, await measure(pages, CONNECTIONS));
    const countEvents = async () =>
      Number((await database.query('SELECT count(*) AS count FROM events')).rows[0].count);
    const [storedBefore, startedMs] = [await countEvents(), performance.now()];
    const logged = await measure(logs, CONNECTIONS);
    note(`log_event of 100 events, ${CONNECTIONS} connections`, logged);
    const storedPerSecond = await drain(countEvents, storedBefore, startedMs);
    printTable('Cluster on this machine', ['what', 'a second', 'p50 ms', 'p99 ms', 'refused'], rows);
    console.log(
      `events a second: ${(logged.perSecond * 100).toFixed(0)} accepted, ${storedPerSecond.toFixed(0)} stored`,
    );
  } finally {
    await database.end();
    await stop();
  }
}

/** Events a second that the consumer has stored, from the start of the load until the last event was stored. */
async function drain(countEvents, before, startedMs) {
  let [stored, changedMs] = [before, performance.now()];
  while (performance.now() - changedMs < QUIET_MS) {
    const count = await countEvents();
    if (count !== stored) [stored, changedMs] = [count, performance.now()];
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return ((stored - before) * 1_000) / (changedMs - startedMs);
}

/** Measures a large catalog. The start with the demo catalog is measured too, to show the speed of the machine. */
async function measureCatalog() {
  const catalog = makeLargeCatalog({ videos: VIDEOS, playlists: 1_000, segments: 300_000 });
  try {
    const smallMs = await timeOf(async () => (await startServer()).stop());
    let large;
    const readyMs = await timeOf(async () => (large = await startServer({ ORIEL_CATALOG_DIR: catalog.folder })));
    ({ port } = large);
    const megabytes = () =>
      Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${large.processId}/status`, 'utf8'))[1]) / 1_024;
    const started = megabytes();
    const random = () => ({ path: `/embed/${catalog.ids[Math.floor(Math.random() * VIDEOS)]}` });
    const atRest = await measure(random, VIEWERS);
    const idleMs = await timeOf(() => untilIdle(large.processId));
    const completed = megabytes();
    process.kill(large.processId, 'SIGHUP');
    const beside = await measure(random, VIEWERS);
    const path = `${catalog.folder}/videos/${catalog.ids.at(-1)}.json`;
    writeFileSync(path, readFileSync(path, 'utf8').replace(/"title": "[^"]*"/, '"title": "Changed title"'));
    const seenMs = await timeOf(async () => {
      while (!(await textOf(`/embed/${catalog.ids.at(-1)}`)).includes('Changed title')) await pause(50);
    });
    printTable(
      `Catalog of ${VIDEOS} videos, 1000 playlists, a stream of 300 000 segments`,
      ['what', 'value'],
      [
        ['ready, s', (readyMs / 1_000).toFixed(1)],
        ['ready with the demo catalog, s', (smallMs / 1_000).toFixed(1)],
        ['resident memory of the server when ready, MB', started.toFixed(0)],
        ['the same when the files of all videos have been read, MB', completed.toFixed(0)],
        ['these are read for, s', ((idleMs + SECONDS * 1_000 + WARM_UP_MS) / 1_000).toFixed(1)],
        ['the same after a thorough read, MB', megabytes().toFixed(0)],
        ['p99 of pages meanwhile, ms', atRest.p99.toFixed(1)],
        ['p99 of pages beside a thorough read, ms', beside.p99.toFixed(1)],
        ['a changed description is seen after, s', (seenMs / 1_000).toFixed(1)],
      ],
    );
    await large.stop();
  } finally {
    catalog.remove();
  }
}

/** Resolves once the process has used less than a tenth of a processor for a second. */
async function untilIdle(processId) {
  // User and system time in hundredths of a second; fields are counted from the end of the name in brackets.
  const used = () => {
    const [, , , , , , , , , , , user, system] = readFileSync(`/proc/${processId}/stat`, 'utf8')
      .split(') ')[1]
      .split(' ');
    return Number(user) + Number(system);
  };
  for (let before = used(), now = Number.POSITIVE_INFINITY; now - before >= 10;) {
    before = used();
    await pause(1_000);
    now = used();
  }
}

async function timeOf(work) {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

function pause(delayMs) {
  return new Promise((resolve) => void setTimeout(resolve, delayMs));
}

async function textOf(path) {
  return (await fetch(`http://127.0.0.1:${port}${path}`)).text();
}
