import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where browsers write the traces of their contexts. */
    tracesFolder: string;
  }
}

/**
 * Runs before the first end-to-end test. Traces of contexts that are closed without keeping them would leave a folder
 * each in the system's. A browser that has disconnected may still be writing, and workers outlive the teardown of a
 * run, so this one folder goes with the process of the run.
 */
export function setup(project: TestProject): void {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-traces-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  project.provide('tracesFolder', folder);
}
