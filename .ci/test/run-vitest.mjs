import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Time that the tests' browsers and servers get to end by themselves. */
const GRACE_MS = 5_000;
const isWindows = process.platform === 'win32';

/**
 * Runs vitest once and returns its tests. All processes of a run are in one process group and write below one temporary folder;
 * both are removed at the end of the run, even if it is interrupted.
 */
export async function runVitest(args, environment = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-test-'));
  // PostgreSQL refuses to run as root, and its own user must be able to reach its files in this folder.
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

/** Ends the run and this process. Browsers have separate process groups, so their parents get the time to end them. */
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

/** Sends a signal to the process group, which may outlive its first process. Returns whether a process is left; signal 0 only tests. */
function signalGroup({ pid }, signal) {
  if (pid === undefined) return false;
  try {
    return process.kill(isWindows ? pid : -pid, signal);
  } catch {
    return false;
  }
}

/**
 * Tests as `{ file, name, state, tags, message }`, with a row for each file that did not load, and a row for an error outside of
 * tests, which fails a run but is not in vitest's report.
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
