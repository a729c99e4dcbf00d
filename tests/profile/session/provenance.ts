import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { cpus, release, totalmem, type as systemType } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright';
import type { Report } from '../../../src/profile/report/schema/report.ts';
import { CHROMIUM_FLAGS } from '../../../.ci/chromium.mjs';

const run = promisify(execFile);

/** Build, browser and machine of the figures, so that readers can tell whether other figures are comparable. */
export async function readProvenance(
  root: string,
  browser: Browser,
  given: readonly string[],
): Promise<Report['provenance']> {
  const session = await browser.newBrowserCDPSession();
  const { product, revision } = await session.send('Browser.getVersion');
  const [commit, changes] = await Promise.all([git(root, 'rev-parse', 'HEAD'), git(root, 'status', '--porcelain')]);
  return {
    commit: commit ?? 'unknown: not a checkout of git',
    isModified: changes !== null && changes !== '',
    scripts: await scriptsOf(root),
    browser: product,
    browserRevision: revision,
    flags: CHROMIUM_FLAGS,
    node: process.version,
    system: `${systemType()} ${release()}`,
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryBytes: totalmem(),
    arguments: [...given],
  };
}

async function git(root: string, ...args: readonly string[]): Promise<string | null> {
  try {
    return (await run('git', [...args], { cwd: root })).stdout.trim();
  } catch {
    return null;
  }
}

/** Names of the built scripts, which contain a hash of the content. */
async function scriptsOf(root: string): Promise<string[]> {
  const names = await readdir(join(root, 'dist/client/assets')).catch(() => []);
  return names.filter((name) => /^(page|hls-engine|[\w-]+\.worker)-[\w-]+\.js$/.test(name)).toSorted();
}
