import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Time that browsers and servers of tests get to end by themselves. */
const GRACE_MS = 5_000;
const isWindows = process.platform === 'win32';

/**
 * Runs vitest once and returns its tests. Everything that a run starts is in one process group and writes below one
 * temporary folder; both end with it, also when it is interrupted.
 */
export async function runVitest(args, environment = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-test-'));
  // PostgreSQL refuses to run as root, and its own user must get to its files below.
  chmodSync(folder, 0o755);
  const report = join(folder, 'report.json');
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...reporters(report), ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: !isWindows,
    env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder, ...environment },
  });
  /** @type {Promise<void> | undefined} */
  let interruption;
  const interrupt = (signal) => {
    interruption = endEarly(child, folder, signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.once(signal, interrupt);
  const code = await ended(child);
  await interruption;
  for (const signal of signals) process.off(signal, interrupt);
  const run = readReport(report, code);
  end(child, folder);
  return run;
}

function reporters(report) {
  return [
    '--config=.config/vitest.config.ts',
    '--reporter=minimal',
    '--reporter=./.ci/test/progress-reporter.mjs',
    '--reporter=./.ci/test/failure-reporter.mjs',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
}

function ended(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode ?? 1);
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1));
    child.once('error', () => resolve(1));
  });
}

/** Ends this process, too. Browsers are groups of their own, so those who started them get the time to end them. */
async function endEarly(child, folder, signal) {
  const deadlineMs = Date.now() + GRACE_MS;
  signalGroup(child, 'SIGTERM');
  while (Date.now() < deadlineMs && signalGroup(child, 0)) await delay(50);
  end(child, folder);
  console.log('\nInterrupted: every process and folder of the tests is gone; the same command starts them again.');
  process.exit(signal === 'SIGINT' ? 130 : 143);
}

function end(child, folder) {
  signalGroup(child, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

/** The group outlives its first process as long as one of it lives. Returns whether one does; the signal 0 only asks. */
function signalGroup({ pid }, signal) {
  if (pid === undefined) return false;
  try {
    return process.kill(isWindows ? pid : -pid, signal);
  } catch {
    return false;
  }
}

/**
 * Tests as `{ file, name, state, tags, message }`, with a row for each file that did not load and for an error outside of
 * tests, which fails a run and is in no report.
 */
function readReport(path, code) {
  const results = readResults(path);
  const tests = results.flatMap((result) => testsOf(result));
  const hasUnknownFailure = code !== 0 && !tests.some(isFailed);
  return hasUnknownFailure ? [...tests, { file: '', name: 'the run itself', state: 'failed', tags: [] }] : tests;
}

function readResults(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).testResults;
  } catch {
    return [];
  }
}

function testsOf({ name, status, message, assertionResults }) {
  const file = relative(process.cwd(), name);
  const tests = assertionResults.map(({ fullName, ancestorTitles, title, status: state, tags, failureMessages }) => ({
    file,
    name: fullName,
    group: ancestorTitles[0] || title,
    state,
    tags,
    message: failureMessages?.[0],
  }));
  const isBroken = status === 'failed' && !tests.some(isFailed);
  return isBroken ? [...tests, { file, name: `${file} did not load`, state: 'failed', tags: [], message }] : tests;
}

export function isFailed({ state }) {
  return state === 'failed';
}

export function isPassed({ state }) {
  return state === 'passed';
}
