import { spawnSync } from 'node:child_process';

/** Writes the built players as plain files. */
export function buildStatic(...options: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, ['.build/build-static.mjs', ...options], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}
