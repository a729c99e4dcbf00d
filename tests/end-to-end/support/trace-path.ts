import { join, relative } from 'node:path';

interface NamedTask {
  readonly fullTestName: string;
  readonly file: { readonly filepath: string };
}

declare module 'vitest' {
  interface TaskMeta {
    /** Playwright traces of a failed test. */
    traces?: string[];
    /** State of the players of a failed test. */
    players?: string[];
    /** The seed of its random choices. */
    seed?: number;
  }
}

const NAME_LENGTH_MAX = 80;

/** Below `test-results`, which is not under version control. */
export function tracePathOf({ fullTestName, file }: NamedTask, index: number): string {
  const folder = relative('tests/end-to-end', file.filepath).replace(/\.test\.ts$/, '');
  const name = fullTestName.replaceAll(/[^\p{L}\d]+/gu, '-').slice(0, NAME_LENGTH_MAX);
  return join('test-results', folder, `${name}${index === 0 ? '' : `-${index + 1}`}.zip`);
}
