import { execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { constants, loadavg, setPriority } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runnerImport } from 'vite';
import { HonestViewers } from './support/honest-viewers.mjs';
import { printTable, startServer } from './support/measure.mjs';
import { createSender } from './support/sender.mjs';

/**
 * The reference provider under all attacks at once, with its default limits, and the effect on honest viewers: latency
 * of pages, acknowledged events that can be read afterwards, memory and descriptors of the server, and growth of the
 * database. Every client is in a network of its own (Linux only). `--minutes=10` is the duration; `--cluster` attacks three
 * nodes with PostgreSQL and NATS instead.
 */
const option = (name) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
const MINUTES = Number(option('minutes') ?? 10);
const IS_CLUSTER = process.argv.includes('--cluster');
const MAX_BYTES = 67_108_864;
/** Limit of the write-ahead log, which `MAX_BYTES` does not include. */
const LOG_MAX_BYTES = 134_217_728;
const REPORTS = 10;
const LOCK_REST_MS = 9_000;
const LOCK_HELD_MS = 3_500;
/** Kinds of load in `load.mjs`, with a description. */
const HELD_CONNECTIONS = {
  pipelining: '200 connections with 60 KB of pipelined requests',
  bodies: '4 addresses with 64 slow bodies each',
  connections: '2 addresses with 1024 slow connections each',
};
const GOALS = { p99Ms: 250, serverMegabytes: 300 };

/** Default rate limits: an empty variable is the default. */
const usualRates = Object.fromEntries(
  ['CALLS', 'VIEWER_CALLS', 'PAGES', 'FILES', 'BODY_BYTES'].map((name) => [`ORIEL_${name}_PER_SECOND`, '']),
);
const environment = { ...usualRates, ORIEL_DATABASE_MAX_BYTES: String(MAX_BYTES) };
const server = IS_CLUSTER ? await startCluster() : await startSingle();
const { send, close } = createSender(server.port);
const viewers = new HonestViewers(send);
const endMs = performance.now() + MINUTES * 60_000;
const isOver = () => performance.now() >= endMs;

async function startSingle() {
  const { port, processId, dataFolder, stop } = await startServer(environment);
  const database = join(dataFolder, 'provider.db');
  const release = holdLock(database);
  const end = () => (release(), stop());
  return { port, processIds: [processId], database, stop: end };
}

async function startCluster() {
  const { module } = await runnerImport('tests/support/cluster/cluster.ts', { configFile: false });
  const { cluster, stop } = await module.Cluster.start(environment);
  return { port: cluster.port, processIds: cluster.providers.map(({ id }) => id), stop };
}

/**
 * Repeatedly holds the write lock of the database for some seconds, each time from a new process that is then killed: a process
 * that lives on would keep its snapshot open, so that the write-ahead log could not be moved into the file.
 */
function holdLock(path) {
  const script = `
  import { createClient } from '@libsql/client';
  for (;;) {
    try { await createClient({ url: process.argv[1] }).transaction('write'); break; } catch {}
  }
  setInterval(() => undefined, 1_000);`;
  let holder;
  const ended = new AbortController();
  const hold = async () => {
    while (!ended.signal.aborted) {
      await pause(LOCK_REST_MS);
      holder = spawn(process.execPath, ['--input-type=module', '-e', script, `file:${path}`], { stdio: 'ignore' });
      await pause(LOCK_HELD_MS);
      holder.kill('SIGKILL');
    }
  };
  void hold();
  return () => {
    ended.abort();
    holder?.kill('SIGKILL');
  };
}

const rows = [];
const worst = { megabytes: 0, fileBytes: 0, logBytes: 0 };
async function report() {
  for (let part = 1; part <= REPORTS; part += 1) {
    await pause((MINUTES * 60_000) / REPORTS);
    const megabytes = Math.max(...server.processIds.map(residentMegabytes));
    const [database] = IS_CLUSTER ? [] : childrenOf(server.processIds[0]);
    const [fileBytes, logBytes] = ['', '-wal'].map((end) => bytesOf(`${server.database}${end}`));
    worst.megabytes = Math.max(worst.megabytes, megabytes);
    worst.fileBytes = Math.max(worst.fileBytes, fileBytes);
    worst.logBytes = Math.max(worst.logBytes, logBytes);
    rows.push([
      `${((part * MINUTES) / REPORTS).toFixed(1)} min`,
      loadavg()[0].toFixed(1),
      megabytes.toFixed(0),
      database === undefined ? '-' : residentMegabytes(database).toFixed(0),
      readdirSync(`/proc/${server.processIds[0]}/fd`).length,
      (fileBytes / 2 ** 20).toFixed(0),
      (logBytes / 2 ** 20).toFixed(0),
      p99(viewers.pages).toFixed(0),
      p99(viewers.logs).toFixed(0),
      refused(viewers.pages),
      refused(viewers.logs),
    ]);
  }
}

/** Real attackers have their own processors: here they run at low priority, on the processor time that the server leaves. */
const asAttacker = (child) => {
  setPriority(child.pid, constants.priority.PRIORITY_LOW);
  return child;
};
const held = Object.keys(HELD_CONNECTIONS).map((kind, index) =>
  asAttacker(
    spawn(process.execPath, ['tests/bench/support/load.mjs', server.port, kind, 50 + index], { stdio: 'ignore' }),
  ),
);
const attacks = promisify(execFile)(process.execPath, ['tests/bench/support/attacks.mjs', server.port, MINUTES * 60]);
asAttacker(attacks.child);
const [{ stdout }] = await Promise.all([attacks, viewers.run(isOver), report()]);
for (const one of held) one.kill();
const readable = await viewers.countReadable();

printTable(
  `Under all attacks at once, ${MINUTES} minutes, ${IS_CLUSTER ? 'three nodes' : 'one node'}; ${viewers.pages.length} pages of honest viewers`,
  [
    ...['after', 'load', 'server MB', 'database MB', 'descriptors', 'file MB', 'its log MB'],
    ...['p99 of pages ms', 'p99 of logs', 'pages refused', 'logs refused'],
  ],
  rows,
);
printTable(
  'Responses to attacks, by status; 0 is a connection that was closed',
  ['attack', 'responses'],
  JSON.parse(stdout).map(([title, statuses]) => [
    title,
    Object.entries(statuses)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', '),
  ]),
);
console.log(`Beside them: ${Object.values(HELD_CONNECTIONS).join('; ')}.`);
const acknowledged = viewers.acknowledgedCount;
printTable(
  'Goals',
  ['of', 'measured', 'goal', 'met'],
  [
    goal('p99 of pages of honest viewers, ms', p99(viewers.pages), GOALS.p99Ms),
    ['acknowledged events that can be read', readable, acknowledged, readable === acknowledged ? 'yes' : 'no'],
    goal('memory of a server, MB', worst.megabytes, GOALS.serverMegabytes),
    ...(IS_CLUSTER
      ? []
      : [
          goal('database file, bytes', worst.fileBytes, MAX_BYTES),
          goal('its write-ahead log, bytes', worst.logBytes, LOG_MAX_BYTES),
        ]),
  ],
);
close();
await server.stop();
process.exit(0);

function goal(name, measured, limit) {
  return [name, measured.toFixed(0), limit, measured <= limit ? 'yes' : 'no'];
}

function p99(responses) {
  const sorted = responses.map(({ durationMs }) => durationMs).sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}

function refused(responses) {
  return responses.filter(({ status }) => status !== 200).length;
}

function childrenOf(id) {
  return readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').trim().split(/\s+/).filter(Boolean);
}

function residentMegabytes(id) {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
}

function bytesOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
