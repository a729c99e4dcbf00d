import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright';
import { CHROMIUM_FLAGS, findChromium } from '../../../.ci/chromium.mjs';

/** No rate limits: a benchmark sends more requests from one address than a client may. */
const NO_RATES = Object.fromEntries(
  ['CALLS', 'VIEWER_CALLS', 'PAGES', 'FILES', 'BODY_BYTES'].map((name) => [`ORIEL_${name}_PER_SECOND`, '0']),
);

/** Starts the built server, of this checkout or another, on a free port, with a separate data folder. */
export async function startServer(environment = {}, checkout = '.') {
  const dataFolder = await mkdtemp(join(tmpdir(), 'oriel-bench-'));
  const child = spawn(process.execPath, ['dist/provider/server.js'], {
    cwd: checkout,
    env: { ...process.env, PORT: '0', ORIEL_DATA_DIR: dataFolder, ...NO_RATES, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /https?:\/\/[^\s:]+:(\d+)/.exec(line)?.[1];
    if (port === undefined) continue;
    return {
      port: Number(port),
      processId: child.pid,
      dataFolder,
      async stop() {
        child.kill();
        await rm(dataFolder, { recursive: true, force: true });
      },
    };
  }
  throw new Error('the server did not start');
}

export function launchBrowser() {
  return chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
}

export function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Prints a table with aligned columns: the first to the left, the others to the right. */
export function printTable(title, columns, rows) {
  const cells = [columns, ...rows].map((row) => row.map((cell) => String(cell)));
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index].length)));
  console.log(`\n${title}`);
  for (const row of cells)
    console.log(
      row.map((cell, index) => (index === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[index]))).join('  '),
    );
}
